/** Numbers fitted to portraits. Written by `node test/bench/judgements/calibrate.ts FOLDER`, then `npm run fix`. */
import type { Calibration } from './calibration.ts';

export const calibration: Calibration = {
  source:
    'Portraits of faker-js/assets-person-portrait (CC0), 1024 px: made by an image model, not photographed. Ages are those that its prompts asked for; what is on each face was seen by one person. Few are over 70.',
  date: '2026-12-01',
  portraits: 47,
  age: {
    offset: -0.02123,
    slope: 1.04,
  },
  smile: {
    threshold: -0.2921,
    scale: 0.566,
  },
  findings: {
    forehead_wrinkle: {
      threshold: 0.0497,
      scale: 0.09069,
    },
    glabella_wrinkle: {
      threshold: 0.06822,
      scale: 0.1834,
    },
    crows_feet: {
      threshold: 1.086,
      scale: 0.5517,
    },
    eye_finelines: {
      threshold: 2.152,
      scale: 0.6727,
    },
    nasolabial_fold: {
      threshold: 1.249,
      scale: 0.5594,
    },
    eye_pouch: {
      threshold: 11.66,
      scale: 9.87,
    },
  },
  right: {
    mole: 0.8261,
    skin_spot: 0.7609,
  },
  spread: {
    asymmetry: [
      0.002264, 0.003821, 0.004707, 0.005921, 0.007149, 0.008896, 0.009752, 0.01289, 0.01499, 0.02604, 0.03444,
    ],
    proportions: [0.4349, 0.5949, 0.614, 0.653, 0.6713, 0.6849, 0.7015, 0.7287, 0.7592, 0.7913, 0.8322],
    unevenness: [3.43, 4.017, 4.59, 5.045, 5.363, 5.574, 5.814, 6.016, 6.358, 6.995, 8.525],
    smile: [-1.585, -0.953, -0.7923, -0.5517, -0.4644, -0.185, 0.1361, 0.7573, 0.9261, 1.16, 1.583],
  },
};
