"""Results of studies, read from files and described in sentences; pure, so that the site shows them without the lab.

Read `results` first: a study has cells (a game under some rules, with its players), and estimates of measures in a
cell, or of their differences between two. The lab (`undercut.lab`) makes studies; its report, the command and the pages
of a game turn them into sentences and charts.

- `results`: a study and its parts, and the files that hold them
- `measures`: what is measured in each game
- `wording`: cells, players and changes of the rules in words, and numbers with intervals, rounded for sentences
- `sentences`: `Findings`, which finds the estimates of a study and says each in a sentence
- `summary`: the sentences that matter most, by change of the rules

Examples:
    >>> from undercut.studies.results import published
    >>> from undercut.studies.sentences import Findings
    >>> from undercut.studies.summary import changes
    >>> findings = Findings(published("cups"))  # the study that comes with Undercut; `results.load` reads others
    >>> base = findings.contrasts[0].base
    >>> findings.value("turns", base).text
    'a game lasts 156 turns'
    >>> change = changes(findings)[0]
    >>> change.code
    'decks = 5'
    >>> for contrast in change.contrasts:
    ...     print(findings.who(contrast), findings.effect("turns", contrast).text, sep=": ")
    greedy players: games are 23 times as long
    random players: games are 6.4 times as long
"""
