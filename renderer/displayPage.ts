/** The page on a second display, which shows the photograph that main names and has no controls. */
import './displayPage.css';
import type { DisplayBridge, DisplayedPhotograph } from '../contract/app/display-status.ts';

const { burnishDisplay } = window as unknown as { readonly burnishDisplay: DisplayBridge };
let last: DisplayedPhotograph | null = null;

/** Replaces the photograph once the new one is decoded, so that the display is never empty in between. */
async function show(photograph: DisplayedPhotograph | null): Promise<void> {
  last = photograph;
  const picture = new Image();
  if (photograph !== null) {
    picture.src = photograph.url;
    picture.dataset.backdrop = photograph.backdrop;
    // A file that cannot be shown leaves its name alone.
    await picture.decode().catch(() => picture.removeAttribute('src'));
  }
  if (last !== photograph) return;
  const isDecoded = picture.src !== '';
  document.getElementById('photograph')?.replaceChildren(...(isDecoded ? [picture] : []));
  for (const part of ['name', 'caption'] as const) {
    const element = document.getElementById(part);
    if (element) element.textContent = photograph?.[part] ?? '';
  }
}

burnishDisplay.onPhotograph((photograph) => void show(photograph));
