/** What galleries are made with. */
import type { ExportTools } from '../export/tools.ts';

export interface GalleryTools extends ExportTools {
  /** As `placeFolder` of the pipeline. */
  readonly placeFolder: (
    finished: string,
    wanted: string,
    notes: Parameters<ExportTools['place']>[2],
  ) => Promise<string>;
  /** The folder with style and scripts of the page. */
  readonly parts: string;
}
