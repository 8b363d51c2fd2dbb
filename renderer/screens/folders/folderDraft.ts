/** The draft of a watch folder in its form. Pure. */
import type { WatchFolder } from '../../../contract/intake/watch-folder.ts';

/** `path` is empty until a folder is chosen; `ignore` holds the lines as they are typed. */
export type FolderDraft = WatchFolder;

export function newFolder(id: string, recipeId: string): FolderDraft {
  return {
    id,
    path: '',
    recipeId,
    outputFolder: null,
    subfolders: true,
    existing: 'take',
    ignore: [],
    polling: false,
    followLinks: false,
    takeResults: false,
    moveDone: false,
    paused: false,
  };
}

/** Splits a text into lines. Returns [] if it is empty. */
export function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Returns patterns without surrounding blanks, empty lines and duplicates. */
export function patternsOf(lines: readonly string[]): string[] {
  return [...new Set(lines.map((line) => line.trim()).filter(Boolean))];
}

export interface FolderIssues {
  readonly path: boolean;
  readonly recipe: boolean;
}

export function issuesOf(draft: FolderDraft, recipeIds: readonly string[]): FolderIssues {
  return { path: draft.path === '', recipe: !recipeIds.includes(draft.recipeId) };
}
