// Deletes what the site's pages have kept in this browser, such as the rating of puzzles.
localStorage.clear();
sessionStorage.clear();
