/** The private image protocol, which shows the window photographs and results. */
import { protocol } from 'electron';
import { imageScheme } from '../../preload/contract/channels.ts';
import { type PictureSources, picture } from '../ipc/pictures.ts';

export function servePictures(sources: PictureSources): void {
  protocol.handle(imageScheme, async (request) => {
    const found = await picture(request.url, sources);
    if (found === null) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(found.bytes), {
      headers: { 'content-type': found.mime, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
    });
  });
}
