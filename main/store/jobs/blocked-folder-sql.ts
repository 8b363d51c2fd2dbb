/** Which jobs go to a folder that takes no results just now; in SQL, of a row of `jobs`, with the folders in `@closed` (JSON). */
import { analyses, stateList } from './job-rows.ts';

/**
 * No folder of its results is one of them, or it makes no file. The recipe, which no index has, is
 * read only where a folder is closed at all.
 */
export const isOpen = `(operation IN (${stateList(analyses)}) OR output_folder NOT IN (SELECT value FROM json_each(@closed))
    AND (@closed = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(recipe, '$.alsoAs') further
      WHERE further.value ->> 'folder' IN (SELECT value FROM json_each(@closed)))))`;

/** The first of its folders that is one of them; null where none is. */
export const closedFolder = `CASE WHEN output_folder IN (SELECT value FROM json_each(@closed)) THEN output_folder
    ELSE (SELECT further.value ->> 'folder' FROM json_each(recipe, '$.alsoAs') further
      WHERE further.value ->> 'folder' IN (SELECT value FROM json_each(@closed)) LIMIT 1) END`;
