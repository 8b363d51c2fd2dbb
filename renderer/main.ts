/** The page's entry. The window is shown as soon as the page is painted, and that waits for no script and no style: they come here. */
void import('./mount.tsx');
