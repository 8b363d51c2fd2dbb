/** Characters that a name or a service's words may hold and that are not shown as they are: control characters and invisible ones. */

/** Control characters (C0, DEL, C1), line and paragraph separators, halves of surrogate pairs, noncharacters. */
export const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/**
 * Characters that show nothing and change how the text around them reads: overrides of the writing direction, spaces of no
 * width, fillers, tags. Two are kept where they belong to the spelling: variation selectors (of emoji and kanji), and
 * joiners after a letter other than a Latin one or after a pictograph (Persian, Hindi, families of emoji).
 */
export const invisibleCharacters =
  /(?!\p{Variation_Selector}|[\u200c\u200d])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|(?<!(?!\p{ASCII}|\p{Script=Latin})[\p{L}\p{M}\p{So}\p{Emoji_Modifier}])[\u200c\u200d]/gu;

/**
 * What a dialog would not show of a line of text: control and invisible characters, the braille blank, any space but the plain
 * one, and plain ones in a row, which could push the rest out of sight.
 */
export const hiddenCharacters = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}| {2}/u;
