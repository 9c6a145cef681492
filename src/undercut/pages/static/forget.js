// Deletes what the site's pages have kept in this browser, such as the name used last.
localStorage.clear();
sessionStorage.clear();
