/** Code pages that spreadsheets use, and the letters of the languages written in them. */

export interface CodePage {
  /** Label for `TextDecoder`. */
  readonly label: string;
  /** Languages (BCP 47) of systems that use it. */
  readonly languages: readonly string[];
  /** Lower-case letters outside ASCII of each language. */
  readonly alphabets: readonly RegExp[];
  /** Frequent letters, for pages that share all bytes with others. */
  readonly frequent?: RegExp;
  /** Nearly all bytes are valid, so a column name or the system's language must confirm the page. */
  readonly isMultiByte?: true;
}

const western = [
  /[äöüß]/,
  /[àâæçéèêëîïôœùûüÿ]/,
  /[áéíñóúüºª]/,
  /[àèéìíîòóùú]/,
  /[ãáâàçéêíõóôúüºª]/,
  /[áéëïíóöúü]/,
  /[æøåéäö]/,
  /[äöåéü]/,
  /[áéíóúýþæðö]/,
];

/** Code pages in order of preference. */
export const codePages: readonly CodePage[] = [
  { label: 'windows-1252', languages: [], alphabets: western },
  {
    label: 'windows-1250',
    languages: ['pl', 'cs', 'sk', 'hu', 'sl', 'hr', 'bs', 'ro', 'sq'],
    alphabets: [/[ąćęłńóśźż]/, /[áčďéěíňóřšťúůýž]/, /[áäčďéíĺľňóôŕšťúýž]/, /[áéíóöőúüű]/, /[čćđšž]/, /[ăâîşţ]/],
  },
  {
    label: 'windows-1251',
    languages: ['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk'],
    alphabets: [/[а-яё]/, /[а-щьюяіїєґ]/, /[а-яіў]/, /[а-шђјљњћџѓќѕ]/],
    frequent: /[оеаинтсрвл]/,
  },
  {
    label: 'windows-1253',
    languages: ['el'],
    // Leaves out ΐ and ΰ, which are rare in Greek and have the bytes of À and à in other pages.
    alphabets: [/[α-ωάέήίόύώϊϋ]/],
    frequent: /[αοιετσνηυάίόέή]/,
  },
  { label: 'windows-1254', languages: ['tr', 'az'], alphabets: [/[çğıöşüâîûİ]/] },
  { label: 'windows-1257', languages: ['lt', 'lv', 'et'], alphabets: [/[ąčęėįšųūž]/, /[āčēģīķļņšūž]/, /[äõöüšž]/] },
  { label: 'windows-1255', languages: ['he', 'iw', 'yi'], alphabets: [/[א-ת]/], frequent: /[יוהלאתרמבש]/ },
  {
    label: 'windows-1256',
    languages: ['ar', 'fa', 'ur'],
    alphabets: [/[ء-يپچژگ\u064b-\u0652]/],
    frequent: /[الينموترهعب]/,
  },
  { label: 'windows-874', languages: ['th'], alphabets: [/[ก-๎]/], frequent: /[านรอกเงวม่้]/ },
  { label: 'macintosh', languages: [], alphabets: western },
  {
    label: 'shift_jis',
    languages: ['ja'],
    alphabets: [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/u],
    isMultiByte: true,
  },
  { label: 'euc-kr', languages: ['ko'], alphabets: [/[\p{Script=Hangul}]/u], isMultiByte: true },
  { label: 'gb18030', languages: ['zh-Hans'], alphabets: [/[\p{Script=Han}]/u], isMultiByte: true },
  { label: 'big5', languages: ['zh-Hant'], alphabets: [/[\p{Script=Han}]/u], isMultiByte: true },
];

/** Returns the label of the page for a locale (BCP 47). */
export function codePageOf(locale: string): string {
  const known = localeOf(locale);
  const language = known?.language === 'zh' ? `zh-${known.script}` : (known?.language ?? '');
  return codePages.find(({ languages }) => languages.includes(language))?.label ?? 'windows-1252';
}

function localeOf(locale: string): Intl.Locale | null {
  try {
    return new Intl.Locale(locale).maximize();
  } catch {
    return null;
  }
}
