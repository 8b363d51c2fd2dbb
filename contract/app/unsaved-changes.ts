/** What the window tells before it is closed: it keeps what was typed first, and says what would be lost. */
import { z } from 'zod';
import { type MessageDescriptor, msg } from '../messages/message.ts';
import { controlCharacters, invisibleCharacters } from '../validation/unsafe-characters.ts';

/** A form with changes that are not saved. */
export const unsavedFormSchema = z.strictObject({
  kind: z.enum(['recipe', 'service', 'folder', 'preset', 'studio']),
  /** '' where it has none yet. Main shows it in a dialog of its own. */
  name: z
    .string()
    .max(200)
    .transform((name) => name.replace(controlCharacters, ' ').replace(invisibleCharacters, '')),
});
export type UnsavedForm = z.infer<typeof unsavedFormSchema>;

export const closeStateSchema = z.strictObject({
  /** The one that is before the others first. */
  forms: z.array(unsavedFormSchema).max(10),
  /** Results with strokes or strengths that are not saved. */
  unsaved: z.int().min(0).max(1_000_000),
  /** Some are being saved: how that ends is to be waited for. */
  saving: z.boolean(),
  /** What was decided or typed last is not stored yet: the database cannot be had. */
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

/** What would be lost with a form. */
export function unsavedMessage({ kind, name }: UnsavedForm): MessageDescriptor {
  const [named, nameless] = unsavedWords[kind];
  return name === '' ? msg(nameless) : msg(named, { name });
}
