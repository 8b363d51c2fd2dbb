/** What galleries are made with, for a stage with finished photographs; closed with the test. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createBulk } from '../../main/desk/bulk.ts';
import type { GalleryTools } from '../../main/desk/gallery/tools.ts';
import { createReader } from '../../main/desk/reader/reader.ts';
import { placeBeside } from '../../main/pipeline/target/place-beside.ts';
import { placeFolder } from '../../main/pipeline/target/place-folder.ts';
import { placeOfOutput } from '../../main/pipeline/target/result-name.ts';
import type { DeskStage } from './desk-stage.ts';
import { said } from './said.ts';

export function galleryTools({ store }: Pick<DeskStage, 'store'>, more: Partial<GalleryTools> = {}): GalleryTools {
  const reader = createReader(store.file);
  onTestFinished(() => reader.close());
  return {
    ...{ store, reader, bulk: createBulk(() => undefined), place: placeBeside, placeFolder, placeOfOutput },
    ...{ toWords: said, now: () => Date.UTC(2026, 10, 22, 12) },
    parts: join(import.meta.dirname, '../../gallery'),
    ...more,
  };
}

export interface MadePage {
  readonly id: string;
  readonly title: string;
  readonly pictures: readonly {
    readonly id: string;
    readonly file: string;
    readonly caption: string;
    readonly before: boolean;
  }[];
}

/** What the page of a gallery knows. @param html the text of its page */
export function pageData(html: string): MadePage {
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)![1]!) as MadePage;
}
