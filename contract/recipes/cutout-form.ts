/** The forms of a cutout, as `return_form` of the interface asks for them. */

/** `cutout`, which is asked for by asking for nothing: the colours, with alpha, at the photograph's size. */
export const cutoutForms = ['cutout', 'mask', 'whiteBK', 'crop'] as const;
export type CutoutForm = (typeof cutoutForms)[number];

/** The form that a value of the field asks for; it is absent where the field was left alone. */
export function cutoutForm(value: unknown): CutoutForm {
  return cutoutForms.find((form) => form === value) ?? 'cutout';
}
