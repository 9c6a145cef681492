"""Results of studies, read from files and described in sentences; pure, so that the site shows them without the lab."""
