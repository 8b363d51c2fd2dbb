/** The card's words in Spanish. */
import type { CardWords } from './card-words.ts';

export const spanish: CardWords = {
  title: 'Valoración facial',
  outOf: 'sobre 100',
  verdicts: {
    strong: { headline: 'Radiante', sentence: 'Un rostro que cautiva en una gran fotografía.' },
    fair: { headline: 'Encantador', sentence: 'Un rostro equilibrado y con encanto propio.' },
    modest: { headline: 'Con carácter', sentence: 'Un rostro que solo sigue sus propias reglas.' },
  },
  measures: {
    symmetry: {
      name: 'Simetría',
      strong: 'Los dos lados son casi un reflejo el uno del otro.',
      fair: 'Pequeñas diferencias que dan vida al rostro.',
      modest: 'Una asimetría con gracia, o un giro hacia un lado.',
    },
    proportions: {
      name: 'Proporciones',
      strong: 'Ojos, nariz y boca en perfecta armonía.',
      fair: 'Bien equilibradas, con un toque personal.',
      modest: 'Poco comunes, y por eso se recuerdan.',
    },
    skin: {
      name: 'Piel',
      strong: 'De tono uniforme y suave.',
      fair: 'Bastante uniforme, con algún matiz más vivo.',
      modest: 'De tono variado; una luz más suave la igualaría.',
    },
    eyes: {
      name: 'Ojos',
      strong: 'Bien abiertos e iguales a ambos lados.',
      fair: 'Mirada amable y relajada.',
      modest: 'Mirada baja o medio oculta, pero expresiva.',
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
      modest: 'Una imagen más nítida y mejor iluminada diría más.',
    },
  },
  note: 'Solo como entretenimiento. Las cifras se obtienen de distancias, colores y nitidez en esta única fotografía. No dicen nada del valor de una persona, y con otra fotografía serían distintas.',
};
