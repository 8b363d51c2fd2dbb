import { imageScheme } from '../../../contract/app/image-urls.ts';
import type { serveImage } from '../../ipc/serve-image.ts';
import { pageSession } from './page-origin.ts';

/** Finds the photograph or result of an address of the image protocol. */
export type FindPicture = (url: string) => ReturnType<typeof serveImage>;

/** Must run before the page is loaded, which ignores schemes that are added later. */
export function servePictures(find: FindPicture): void {
  pageSession().protocol.handle(imageScheme, async (request) => {
    const found = request.method === 'GET' ? await find(request.url) : null;
    if (found === null) return new Response(null, { status: 404 });
    // The page shows a placeholder. An error status would appear on its console.
    if (found === 'unshowable') return new Response(null, { status: 204 });
    return new Response(new Uint8Array(found.bytes), {
      headers: {
        'content-type': found.mime,
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      },
    });
  });
}
