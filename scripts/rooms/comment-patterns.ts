/** Phrases that make a comment read like a translation, each with a replacement. */

export interface CommentPattern {
  readonly name: string;
  /** Added to the score per hit. */
  readonly weight: 0.5 | 1 | 2;
  /** Global; an expression that begins with `^` looks at the first word of a comment or of one of its `@` tags. */
  readonly expression: RegExp;
  readonly advice: string;
}

const pronouns =
  'it|they|there|that|this|these|those|none|nothing|nobody|somebody|something|someone|one|each|any|all|no|not|both|he|we';
const clauseVerbs = 'is|are|was|were|has|have|had|can|cannot|does|do|did|may|must|says?|goes|went';
const prepositions = 'of|by|in|on|from|with|to|at|for|after|beside|below|through|under|over|than|into|between';

export const commentPatterns: readonly CommentPattern[] = [
  {
    name: 'what-clause',
    weight: 1,
    expression:
      /(?<!\b(?:shows?|knows?|sees?|see|decides?|checks?|matter|defines?|describes?|understands?|exactly) )\bwhat (?!(?:kind|sort|type|size|color|happens|happened|if|about|else|version|format|differs|you see)\b)\w+/gi,
    advice: 'a noun: “result”, “reason”',
  },
  {
    name: 'opens-clause',
    weight: 2,
    expression: /^(?:What|How|Which|Where|Who|Whose|When)\b(?![^.]*\?)(?! (?:the|a|an|this) (?:user|caller) )/g,
    advice: 'a noun phrase, or a verb in the third person',
  },
  {
    name: 'opens-fragment',
    weight: 1,
    expression:
      /^(?:Of|By|Into|From|Below|Beyond|Beside|Among|With|Without|Until|Once) (?:a|an|all|the|its|what|which|those|one|two|several|another|this|each|any|which)\b/g,
    advice: 'a whole sentence, or a noun phrase',
  },
  {
    name: 'the-same',
    weight: 1,
    expression: /^(?:The same\b(?! (?:as|file|order|value|number|type|size))|As `?\w+`?(?:,|\.| does))/g,
    advice: 'the noun again, or `@see`',
  },
  {
    name: 'where-as-if',
    weight: 2,
    expression: new RegExp(
      `(?<!\\b(?:by|from|knows?|finds?|found|of|and|sees?|decides?|remembers?|is|shows?|on) )\\bwhere (?:(?:${pronouns})\\b|(?:an?|the|its?|another|some) (?:\\w+ ){0,3}(?:${clauseVerbs})\\b)`,
      'gi',
    ),
    advice: '“if”, “when” or “unless”',
  },
  {
    name: 'null-where',
    weight: 1,
    expression: /\b(?:null|true|false|undefined|none|empty|nothing|''|zero|-1) where\b/gi,
    advice: '“null if …”, “Whether …”',
  },
  {
    name: 'speech-verb',
    weight: 1,
    expression: /\b(?:says?|said|saying|tells?|told|telling)\b(?! (?:(?:that )?you|nothing about)\b)/gi,
    advice: '“shows”, “reports”, “returns”, “states”',
  },
  {
    name: 'asks',
    weight: 1,
    expression:
      /\b(?:is|are|was|were|be|been|being) asked\b(?! to\b)|\basks? (?:for )?(?:it|them|whether|how|which|what|nobody|again|no)\b/gi,
    advice: '“is requested”, “queries”',
  },
  {
    name: 'nobody',
    weight: 2,
    expression: /\b(?:nobody|somebody|everybody|anybody|whoever|whichever|whosoever)\b/gi,
    advice: '“the user”, “the caller”, “another process”, or the passive voice',
  },
  {
    name: 'prep-which',
    weight: 1,
    expression: new RegExp(`\\b(?:${prepositions}) (?:which|whom|whose)\\b`, 'gi'),
    advice: 'two sentences, or “whose”',
  },
  { name: 'anew', weight: 2, expression: /\banew\b/gi, advice: '“again”' },
  {
    name: 'stands',
    weight: 1,
    expression:
      /\b(?:stands?|stood)\b(?! (?:for|in|alone|out|off)\b)|\bstanding still\b|\blies? (?:in|on|at|beside|below|there|over)\b/gi,
    advice: '“is”, “appears”, “is stored”',
  },
  {
    name: 'is-to-be',
    weight: 1,
    expression: /\b(?:is|are|was|were) (?:not )?(?:still )?to (?:be|have|go|come|stay)\b/gi,
    advice: '“must”, “should”, “will”',
  },
  {
    name: 'go-on',
    weight: 1,
    expression: /\b(?:go|goes|going|gone|went) on\b(?! to\b)/gi,
    advice: '“continues”, “resumes”',
  },
  {
    name: 'as-it-is',
    weight: 1,
    expression:
      /\bas (?:it|they|he) (?:is|are|was|were|stands?|has|had|have|goes|comes|came|does|did)\b(?! (?:\w+ing|\w+ed|written|read|drawn|sent|typed|taken out)\b)/gi,
    advice: '“unchanged”',
  },
  {
    name: 'but-for',
    weight: 1,
    expression: /\b(?:but for|none but|nothing but|all but)\b/gi,
    advice: '“except”, “only”',
  },
  {
    name: 'any-more',
    weight: 1,
    expression: /\b(?:not|no|nobody|nothing|never|n't)\b[^.;]{0,40}\bany more\b/gi,
    advice: '“no longer”',
  },
  {
    name: 'in-place-of',
    weight: 1,
    expression: /\bin (?:the|its|their) (?:place|stead) of\b|\bin (?:its|their|his) (?:place|stead)\b/gi,
    advice: '“instead of”, “replaces”',
  },
  {
    name: 'own-of',
    weight: 1,
    expression: /\bof (?:its|their|his|her|our|one's|one’s) own\b/gi,
    advice: '“own”, “separate”',
  },
  {
    name: 'home',
    weight: 1,
    expression: /\b(?:come|comes|came|coming|bring|brings|brought|way|ways|is|are|at|homeward) home\b|\bhomeward/gi,
    advice: '“downloaded”',
  },
  {
    name: 'so-many',
    weight: 1,
    expression: /\bso (?:many|much|large|long|far|often)\b(?! (?:as|that)\b)/gi,
    advice: 'the number or the limit',
  },
  {
    name: 'that-is',
    weight: 0.5,
    expression:
      /\b(?:the one|those|ones|one|all|such|nothing|names?|jobs?|work|photographs?|results?|text|rows?) that (?:is|are|was|were|has|have|had|it|they|there|can|may|must)\b/gi,
    advice: 'an adjective or a participle',
  },
  { name: 'he', weight: 2, expression: /\b(?:he|him|his)\b(?! or\b)/g, advice: '“they”' },
  {
    name: 'there-is',
    weight: 1,
    expression: /\b(?:that|which|as) there (?:is|are|was|were)\b|\bthere (?:is|are|was|were) (?:none|nothing|not)\b/gi,
    advice: '“exists”, “missing”',
  },
  {
    name: 'besides',
    weight: 1,
    expression: /\b(?:beside|besides|meanwhile|by now|for ever|just now|by itself|by themselves)\b/gi,
    advice: '“next to”, “currently”, “automatically”',
  },
  {
    name: 'particle-verb',
    weight: 1,
    expression:
      /\b(?:takes?|took|taken) (?:away|in|up)\b|\blets? go\b|\bmakes? way\b|\bput right\b|\bleft alone\b|\bleft away\b/gi,
    advice: '“removes”, “adds”, “releases”, “corrects”',
  },
];
