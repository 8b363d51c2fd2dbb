/** Galleries made for clients, with the photograph and result behind each token in their answers. */
import type { StoreContext } from '../store-context.ts';

export interface GalleryPicture {
  readonly token: string;
  readonly photographId: number;
  readonly resultId: number;
  readonly caption: string;
}

interface Gallery {
  readonly id: string;
  readonly title: string;
  /** ms since 1970. */
  readonly madeAt: number;
}

export function galleries({ db, now }: Pick<StoreContext, 'db' | 'now'>) {
  const insert = db.prepare('INSERT INTO galleries (id, title, made_at) VALUES (?, ?, ?)');
  const insertPicture = db.prepare(
    `INSERT INTO gallery_pictures (gallery_id, token, photograph_id, result_id, caption)
     VALUES (@galleryId, @token, @photographId, @resultId, @caption)`,
  );
  const get = db.prepare<[string], Gallery>('SELECT id, title, made_at AS madeAt FROM galleries WHERE id = ?');
  const pictures = db.prepare<[string], GalleryPicture>(
    `SELECT token, photograph_id AS photographId, result_id AS resultId, caption FROM gallery_pictures WHERE gallery_id = ?`,
  );
  const drop = db.prepare('DELETE FROM galleries WHERE id = ?');
  const put = db.transaction((id: string, title: string, items: readonly GalleryPicture[]) => {
    insert.run(id, title, now());
    for (const picture of items) insertPicture.run({ galleryId: id, ...picture });
  });
  return {
    /** @param id random, because it must not be guessable */
    add: (id: string, title: string, items: readonly GalleryPicture[]): void => void put.immediate(id, title, items),
    get: (id: string): Gallery | null => get.get(id) ?? null,
    pictures: (id: string): GalleryPicture[] => pictures.all(id),
    /** Removes a gallery whose export was not finished. */
    remove: (id: string): void => void drop.run(id),
  };
}
