/** State that main asks for before the window closes. */
import { z } from 'zod';
import { type MessageDescriptor, msg } from '../messages/message.ts';
import { controlCharacters, invisibleCharacters } from '../validation/unsafe-characters.ts';

const unsavedFormSchema = z.strictObject({
  kind: z.enum(['recipe', 'service', 'folder', 'preset', 'studio']),
  /** '' if it has none. Cleaned for main's native dialog. */
  name: z
    .string()
    .max(200)
    .transform((name) => name.replace(controlCharacters, ' ').replace(invisibleCharacters, '')),
});
export type UnsavedForm = z.infer<typeof unsavedFormSchema>;

export const closeStateSchema = z.strictObject({
  /** Topmost first. */
  forms: z.array(unsavedFormSchema).max(10),
  /** Results with unsaved strokes or strengths. */
  unsaved: z.int().min(0).max(1_000_000),
  saving: z.boolean(),
  /** The database is unavailable for the last changes. */
  waiting: z.boolean(),
});
export type CloseState = z.infer<typeof closeStateSchema>;

const unsavedWords = {
  recipe: ['desktop.unsaved.recipe', 'desktop.unsaved.newRecipe'],
  service: ['desktop.unsaved.service', 'desktop.unsaved.newService'],
  folder: ['desktop.unsaved.folder', 'desktop.unsaved.newFolder'],
  preset: ['desktop.unsaved.preset', 'desktop.unsaved.newPreset'],
  studio: ['desktop.unsaved.studio', 'desktop.unsaved.newStudio'],
} as const satisfies Record<UnsavedForm['kind'], readonly [named: string, nameless: string]>;

export function unsavedMessage({ kind, name }: UnsavedForm): MessageDescriptor {
  const [named, nameless] = unsavedWords[kind];
  return name === '' ? msg(nameless) : msg(named, { name });
}
