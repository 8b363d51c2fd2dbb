/** Watch folders. */
import { watchFolderSchema } from '../../../contract/intake/watch-folder.ts';
import type { StoreContext } from '../store-context.ts';
import { jsonDocuments } from './json-documents.ts';

export function folders(context: StoreContext) {
  return jsonDocuments(context, 'folders', 'folder', (document) => watchFolderSchema.safeParse(document).data ?? null);
}
