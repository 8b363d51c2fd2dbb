/** The entry of the page. The window is shown at its first paint, which must not wait for the app. */
void import('./mount.tsx');
