/** The private image protocol, which shows the window photographs and results. */
import { imageScheme } from '../../../contract/app/image-urls.ts';
import type { serveImage } from '../../ipc/serve-image.ts';
import { pageSession } from './page-origin.ts';

export type FindPicture = (url: string) => ReturnType<typeof serveImage>;

/** Must run before the page is loaded: to a page that is there already, a scheme that comes later stays unknown. */
export function servePictures(find: FindPicture): void {
  pageSession().protocol.handle(imageScheme, async (request) => {
    const found = request.method === 'GET' ? await find(request.url) : null;
    if (found === null) return new Response(null, { status: 404 });
    // The page shows its own sign for that. An error would stand on its console, as if something were wrong with the program.
    if (found === 'unshowable') return new Response(null, { status: 204 });
    return new Response(new Uint8Array(found.bytes), {
      headers: {
        'content-type': found.mime,
        'cache-control': 'no-cache',
        // A picture is a picture, wherever it is loaded.
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      },
    });
  });
}
