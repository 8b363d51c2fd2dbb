/** The card's words in Traditional Chinese. */
import type { CardWords } from './card-words.ts';

export const traditionalChinese: CardWords = {
  title: '顏值評分',
  outOf: '滿分 100',
  verdicts: {
    strong: { headline: '光彩動人', sentence: '令人印象深刻的臉孔，一張出色的照片。' },
    fair: { headline: '魅力十足', sentence: '五官協調，別有一番韻味。' },
    modest: { headline: '個性鮮明', sentence: '不隨波逐流，自成一格的臉孔。' },
  },
  measures: {
    symmetry: {
      name: '對稱',
      strong: '左右兩側幾乎像鏡中倒影。',
      fair: '細微的差異讓臉孔更生動。',
      modest: '不對稱得別有味道，也可能是側著臉。',
    },
    proportions: {
      name: '比例',
      strong: '眼、鼻、口的比例堪稱典範。',
      fair: '整體協調，又有自己的特色。',
      modest: '與眾不同的比例，讓人過目難忘。',
    },
    skin: {
      name: '膚質',
      strong: '膚色均勻，質感乾淨。',
      fair: '大致均勻，局部略有變化。',
      modest: '膚色變化較多，柔和的光線會更合適。',
    },
    eyes: {
      name: '眼睛',
      strong: '雙眼明亮有神，左右一致。',
      fair: '目光友善，神情放鬆。',
      modest: '雙眼低垂或被遮住，依然富有表現力。',
    },
    smile: {
      name: '笑容',
      strong: '這個笑容點亮了整張照片。',
      fair: '嘴角帶著一絲笑意。',
      modest: '神情認真而沉穩。',
    },
    photo: {
      name: '照片',
      strong: '清晰銳利，光線與曝光俱佳。',
      fair: '足以呈現重要的細節。',
      modest: '再清晰一些、光線再好一些，會更有表現力。',
    },
  },
  note: '僅供娛樂。分數是依這一張照片中的距離、顏色和清晰度計算而來，與一個人的價值無關；換一張照片，結果也會不同。',
};
