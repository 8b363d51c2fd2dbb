// The card's words in Spanish.

import type { CardWords } from './card-words.ts';

export const spanish: CardWords = {
  title: 'Valoración facial',
  outOf: 'de 100',
  verdicts: {
    strong: { headline: 'Radiante', sentence: 'Un rostro que cautiva en una gran fotografía.' },
    fair: { headline: 'Encantador', sentence: 'Un rostro equilibrado y con encanto propio.' },
    modest: { headline: 'Con carácter', sentence: 'Un rostro que solo sigue sus propias reglas.' },
  },
  measures: {
    symmetry: {
      name: 'Simetría',
      strong: 'Izquierda y derecha son casi un reflejo.',
      fair: 'Pequeñas diferencias que le dan vida.',
      modest: 'Una asimetría con gracia, o un giro hacia un lado.',
    },
    proportions: {
      name: 'Proporciones',
      strong: 'Ojos, nariz y boca en armonía de manual.',
      fair: 'Bien equilibradas, con un acento propio.',
      modest: 'Distancias poco comunes que se recuerdan.',
    },
    skin: {
      name: 'Piel',
      strong: 'De tono uniforme y sereno.',
      fair: 'Bastante uniforme, con algún matiz más vivo.',
      modest: 'De tono vivo; una luz más suave la calmaría.',
    },
    eyes: {
      name: 'Ojos',
      strong: 'Bien abiertos e iguales a ambos lados.',
      fair: 'Amables y relajados.',
      modest: 'Bajos o medio ocultos, pero expresivos.',
    },
    smile: {
      name: 'Sonrisa',
      strong: 'Una sonrisa que ilumina toda la imagen.',
      fair: 'Un asomo de sonrisa en los labios.',
      modest: 'Gesto serio y sereno.',
    },
    photo: {
      name: 'Fotografía',
      strong: 'Nítida, bien iluminada y bien expuesta.',
      fair: 'Lo bastante buena para mostrar lo esencial.',
      modest: 'Una imagen más nítida y clara diría más.',
    },
  },
  note: 'Solo como entretenimiento. Las cifras se obtienen de distancias, colores y nitidez en esta única fotografía. No dicen nada del valor de una persona, y otra fotografía daría otras.',
};
