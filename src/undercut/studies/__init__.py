"""Studies of rules, read and told in sentences; pure, so that the site shows them without the lab."""
