/** The card's words in Japanese. */
import type { CardWords } from './card-words.ts';

export const japanese: CardWords = {
  title: '顔診断',
  outOf: '100点満点',
  verdicts: {
    strong: { headline: '輝いています', sentence: '印象的なお顔が映える、素敵な一枚です。' },
    fair: { headline: '魅力的です', sentence: 'バランスのよい、魅力あふれるお顔です。' },
    modest: { headline: '個性派です', sentence: 'ほかの誰とも違う、個性が光るお顔です。' },
  },
  measures: {
    symmetry: {
      name: '対称性',
      strong: '左右がほぼ鏡に映したように揃っています。',
      fair: 'わずかな左右差が表情を生き生きと見せます。',
      modest: '味のある左右差か、横を向いているためです。',
    },
    proportions: {
      name: 'バランス',
      strong: '目・鼻・口がお手本のように調和しています。',
      fair: '整ったなかに、その人らしさがあります。',
      modest: '一度見たら忘れられない、個性的な配置です。',
    },
    skin: {
      name: '肌',
      strong: '色むらが少なく、落ち着いた肌です。',
      fair: 'おおむね均一で、ところどころに変化があります。',
      modest: '色味に変化があります。柔らかい光ではより均一です。',
    },
    eyes: {
      name: '目',
      strong: 'しっかりと開き、左右もよく揃っています。',
      fair: 'やさしく、くつろいだ目元です。',
      modest: '伏せていたり隠れていたりしても、表情豊かです。',
    },
    smile: {
      name: '笑顔',
      strong: '写真全体を明るくする笑顔です。',
      fair: '口元にほのかな笑みがあります。',
      modest: 'きりっと落ち着いた表情です。',
    },
    photo: {
      name: '写真',
      strong: 'ピントも光も露出も申し分ありません。',
      fair: '大切なところは十分に写っています。',
      modest: 'もう少し鮮明で光がよければ、さらに伝わります。',
    },
  },
  note: 'お楽しみ用の診断です。数値は、この写真一枚の距離・色・鮮明さから計算しています。人の価値を表すものではなく、別の写真では別の結果になります。',
};
