/** Watch folders. */
import { watchFolderSchema } from '../../../contract/watch-folder.ts';
import type { StoreContext } from '../context.ts';
import { namedJson } from './named-json.ts';

export function folders(context: StoreContext) {
  return namedJson(context, 'folders', 'folder', (document) => watchFolderSchema.safeParse(document).data ?? null);
}
