/** What galleries are made with. */
import type { placeFolder } from '../../pipeline/output/place-folder.ts';
import type { ExportTools } from '../export/tools.ts';

export interface GalleryTools extends ExportTools {
  readonly placeFolder: typeof placeFolder;
  /** The folder with style and scripts of the page. */
  readonly parts: string;
}
