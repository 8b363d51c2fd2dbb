/** The card's words in English. */
import type { CardWords } from './card-words.ts';

export const english: CardWords = {
  title: 'Face rating',
  outOf: 'out of 100',
  verdicts: {
    strong: { headline: 'Radiant', sentence: 'A striking face in a fine photograph.' },
    fair: { headline: 'Lovely', sentence: 'A well-balanced face with a charm of its own.' },
    modest: { headline: 'Full of character', sentence: 'A face that follows no rule but its own.' },
  },
  measures: {
    symmetry: {
      name: 'Symmetry',
      strong: 'Left and right are almost mirror images.',
      fair: 'Small differences that keep the face lively.',
      modest: 'Pleasantly uneven, or turned to one side.',
    },
    proportions: {
      name: 'Proportions',
      strong: 'Eyes, nose and mouth in textbook harmony.',
      fair: 'Well balanced, with an accent of its own.',
      modest: 'Unusual, and memorable for it.',
    },
    skin: {
      name: 'Skin',
      strong: 'Even and calm in tone.',
      fair: 'Mostly even, with a few livelier patches.',
      modest: 'Lively in tone; softer light would calm it.',
    },
    eyes: {
      name: 'Eyes',
      strong: 'Wide awake, and alike on both sides.',
      fair: 'Friendly and relaxed.',
      modest: 'Lowered or half hidden, yet still expressive.',
    },
    smile: {
      name: 'Smile',
      strong: 'A smile that carries the whole picture.',
      fair: 'A hint of a smile around the mouth.',
      modest: 'Serious and composed.',
    },
    photo: {
      name: 'Photograph',
      strong: 'Sharp, well lit and well exposed.',
      fair: 'Good enough to show what matters.',
      modest: 'A sharper, better-lit picture would show more.',
    },
  },
  note: 'For entertainment only. The numbers come from distances, colors and sharpness in this one photograph. They say nothing about a person’s worth, and another photograph would give others.',
};
