/** Requests of the window on a second display. The page names a photograph by its id, and main describes it. */

import type { DisplayedPhotograph } from '../../contract/app/display-status.ts';
import { imageUrl } from '../../contract/app/image-urls.ts';
import type { Store } from '../store/index.ts';
import type { DesktopActions } from './ipc-context.ts';
import type { Handlers } from './register-handlers.ts';

type DisplayHandlers = Pick<Handlers, Extract<keyof Handlers, `display.${string}`>>;

export function displayHandlers(
  { photographViews, settings }: Pick<Store, 'photographViews' | 'settings'>,
  { display }: Pick<DesktopActions, 'display'>,
): DisplayHandlers {
  /** Returns null for an unknown photograph. */
  async function describe(id: number, resultId: number | null): Promise<DisplayedPhotograph | null> {
    const [photograph] = await photographViews.byId([id], { batchId: null, recipe: null, operation: null });
    if (!photograph) return null;
    const versions = await photographViews.versions(id);
    const result = versions.find((version) => version.id === resultId && version.kind === 'image');
    return {
      url: result === undefined ? imageUrl.photograph(id) : imageUrl.result(result.id),
      name: photograph.name,
      caption: result?.recipeName ?? '',
      backdrop: settings.read().reviewBackdrop,
    };
  }

  let lastRequest = 0;
  return {
    'display.status': () => display.status(),
    'display.open': () => display.open(),
    'display.show': async ({ photograph }) => {
      lastRequest += 1;
      const request = lastRequest;
      const described = photograph && (await describe(photograph.id, photograph.resultId));
      // A newer request may have been described sooner.
      if (request === lastRequest) display.show(described);
    },
    'display.close': () => display.close(),
  };
}
