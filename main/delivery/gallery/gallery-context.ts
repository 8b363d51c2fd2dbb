/** What galleries are made with. */
import type { placeFolder } from '../../pipeline/output/place-folder.ts';
import type { ExportContext } from '../export/export-context.ts';

export interface GalleryContext extends ExportContext {
  readonly placeFolder: typeof placeFolder;
  /** The folder with style and scripts of the page. */
  readonly parts: string;
}
