/** The card's words in Korean. */
import type { CardWords } from './card-words.ts';

export const korean: CardWords = {
  title: '얼굴 평가',
  outOf: '100점 만점',
  verdicts: {
    strong: { headline: '눈부셔요', sentence: '인상적인 얼굴을 멋지게 담은 사진이에요.' },
    fair: { headline: '매력적이에요', sentence: '균형 잡힌 얼굴에 나만의 매력이 있어요.' },
    modest: { headline: '개성이 넘쳐요', sentence: '남다른 개성으로 빛나는 얼굴이에요.' },
  },
  measures: {
    symmetry: {
      name: '대칭',
      strong: '왼쪽과 오른쪽이 거울처럼 닮았어요.',
      fair: '작은 차이가 얼굴에 생기를 더해요.',
      modest: '매력적인 비대칭이거나 옆을 보고 있어요.',
    },
    proportions: {
      name: '비율',
      strong: '눈, 코, 입이 교과서처럼 조화를 이뤄요.',
      fair: '균형이 좋고 개성도 살아 있어요.',
      modest: '한번 보면 기억에 남는 독특한 비율이에요.',
    },
    skin: {
      name: '피부',
      strong: '피부 톤이 고르고 차분해요.',
      fair: '대체로 고르고 군데군데 생기가 있어요.',
      modest: '톤에 변화가 있어요. 부드러운 빛에서 더 고르게 보여요.',
    },
    eyes: {
      name: '눈',
      strong: '또렷하게 뜬 두 눈이 서로 닮았어요.',
      fair: '다정하고 편안한 눈매예요.',
      modest: '내리떴거나 일부 가려졌지만 표정이 풍부해요.',
    },
    smile: {
      name: '미소',
      strong: '사진 전체를 밝히는 미소예요.',
      fair: '입가에 은은한 미소가 있어요.',
      modest: '진지하고 차분한 표정이에요.',
    },
    photo: {
      name: '사진',
      strong: '선명하고 빛과 노출이 훌륭해요.',
      fair: '중요한 것을 보여 주기에 충분해요.',
      modest: '더 선명하고 빛이 좋으면 더 잘 보일 거예요.',
    },
  },
  note: '재미로만 봐 주세요. 점수는 이 사진 한 장의 거리, 색, 선명도로 계산했어요. 사람의 가치와는 관계가 없으며, 다른 사진이라면 다른 점수가 나와요.',
};
