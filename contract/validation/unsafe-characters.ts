/** Control characters (C0, DEL, C1), separators, lone surrogates, noncharacters. */
export const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/**
 * Direction overrides, zero-width spaces, fillers, tags. Exempt: variation selectors (emoji, kanji), and joiners after
 * a non-Latin letter or pictograph (Persian, Hindi, emoji families).
 */
export const invisibleCharacters =
  /(?!\p{Variation_Selector}|[\u200c\u200d])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|(?<!(?!\p{ASCII}|\p{Script=Latin})[\p{L}\p{M}\p{So}\p{Emoji_Modifier}])[\u200c\u200d]/gu;

/** Characters that hide text in dialogs; repeated spaces push it out of sight. */
export const hiddenCharacters = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}| {2}/u;
