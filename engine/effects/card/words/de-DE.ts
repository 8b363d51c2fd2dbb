/** The card's words in German. */
import type { CardWords } from './card-words.ts';

export const german: CardWords = {
  title: 'Gesichtsbewertung',
  outOf: 'von 100',
  verdicts: {
    strong: { headline: 'Strahlend', sentence: 'Ein eindrucksvolles Gesicht auf einem gelungenen Foto.' },
    fair: { headline: 'Bezaubernd', sentence: 'Ein harmonisches Gesicht mit ganz eigenem Charme.' },
    modest: { headline: 'Voller Charakter', sentence: 'Ein Gesicht, das nur seinen eigenen Regeln folgt.' },
  },
  measures: {
    symmetry: {
      name: 'Symmetrie',
      strong: 'Links und rechts sind fast spiegelgleich.',
      fair: 'Kleine Unterschiede, die das Gesicht lebendig machen.',
      modest: 'Sympathisch unregelmäßig oder zur Seite gedreht.',
    },
    proportions: {
      name: 'Proportionen',
      strong: 'Augen, Nase und Mund wie aus dem Lehrbuch.',
      fair: 'Ausgewogen, mit eigenem Akzent.',
      modest: 'Ungewöhnlich und gerade darum einprägsam.',
    },
    skin: {
      name: 'Haut',
      strong: 'Ebenmäßig und ruhig im Ton.',
      fair: 'Überwiegend ebenmäßig, stellenweise lebhafter.',
      modest: 'Lebhaft im Ton; weicheres Licht ließe sie ruhiger wirken.',
    },
    eyes: {
      name: 'Augen',
      strong: 'Hellwach und auf beiden Seiten gleich.',
      fair: 'Freundlich und entspannt.',
      modest: 'Gesenkt oder halb verdeckt, und doch ausdrucksvoll.',
    },
    smile: {
      name: 'Lächeln',
      strong: 'Ein Lächeln, von dem das ganze Bild lebt.',
      fair: 'Ein angedeutetes Lächeln um den Mund.',
      modest: 'Ernst und in sich ruhend.',
    },
    photo: {
      name: 'Aufnahme',
      strong: 'Scharf, gut ausgeleuchtet und richtig belichtet.',
      fair: 'Gut genug, um das Wesentliche zu zeigen.',
      modest: 'Ein schärferes, besser beleuchtetes Bild würde mehr zeigen.',
    },
  },
  note: 'Nur zur Unterhaltung. Die Zahlen beruhen auf Abständen, Farben und Schärfe in diesem einen Foto. Über den Wert eines Menschen sagen sie nichts, und ein anderes Foto ergäbe andere.',
};
