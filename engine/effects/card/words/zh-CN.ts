/** The card's words in Simplified Chinese. */
import type { CardWords } from './card-words.ts';

export const simplifiedChinese: CardWords = {
  title: '颜值评分',
  outOf: '满分 100',
  verdicts: {
    strong: { headline: '光彩照人', sentence: '令人印象深刻的面孔，一张出色的照片。' },
    fair: { headline: '魅力十足', sentence: '五官协调，别有一番韵味。' },
    modest: { headline: '个性鲜明', sentence: '不随大流，自成一格的面孔。' },
  },
  measures: {
    symmetry: {
      name: '对称',
      strong: '左右两侧几乎如镜像一般。',
      fair: '细微的差异让面孔更生动。',
      modest: '不对称得别有味道，也可能是侧着脸。',
    },
    proportions: {
      name: '比例',
      strong: '眼、鼻、口的比例堪称典范。',
      fair: '整体协调，又有自己的特点。',
      modest: '与众不同的比例，让人过目难忘。',
    },
    skin: {
      name: '肤质',
      strong: '肤色均匀，质感干净。',
      fair: '大体均匀，局部略有变化。',
      modest: '肤色变化较多，柔和的光线会更合适。',
    },
    eyes: {
      name: '眼睛',
      strong: '双眼明亮有神，左右一致。',
      fair: '目光友善，神态放松。',
      modest: '双眼低垂或被遮住，依然富有表现力。',
    },
    smile: {
      name: '笑容',
      strong: '这笑容点亮了整张照片。',
      fair: '嘴角带着一丝笑意。',
      modest: '神情认真而沉稳。',
    },
    photo: {
      name: '照片',
      strong: '清晰锐利，光线与曝光俱佳。',
      fair: '足以展现重要的细节。',
      modest: '再清晰一些、光线再好一些，会更有表现力。',
    },
  },
  note: '仅供娱乐。分数根据这一张照片中的距离、颜色和清晰度计算得出，与一个人的价值无关；换一张照片，结果也会不同。',
};
