/** What the built-in engine saw in photographs, by their content, so that each is looked at once. */
import type { DetectedSubject } from '../../../contract/recipes/recipe-conditions.ts';
import type { StoreContext } from '../store-context.ts';

type Row = Omit<DetectedSubject, 'person'> & { readonly person: 0 | 1 | null };

export function detectedSubjects({ db, now }: Pick<StoreContext, 'db' | 'now'>) {
  const byContent = db.prepare<[string], Row>(
    'SELECT faces, quality, sharpness, person FROM sights WHERE content_hash = ?',
  );
  const put = db.prepare(
    `INSERT OR REPLACE INTO sights (content_hash, faces, quality, sharpness, person, seen_at)
     VALUES (@contentHash, @faces, @quality, @sharpness, @person, @at)`,
  );
  return {
    /** @param contentHash SHA-256, hex */
    get(contentHash: string): DetectedSubject | null {
      const row = byContent.get(contentHash);
      return row === undefined ? null : { ...row, person: row.person === null ? null : row.person === 1 };
    },
    put(contentHash: string, subject: DetectedSubject): void {
      const person = subject.person === null ? null : Number(subject.person);
      put.run({ contentHash, ...subject, person, at: now() });
    },
  };
}
