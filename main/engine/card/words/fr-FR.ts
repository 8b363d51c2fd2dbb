// The card's words in French.

import type { CardWords } from './card-words.ts';

export const french: CardWords = {
  title: 'Évaluation du visage',
  outOf: 'sur 100',
  verdicts: {
    strong: { headline: 'Rayonnant', sentence: 'Un visage saisissant sur une belle photo.' },
    fair: { headline: 'Charmant', sentence: 'Un visage équilibré, au charme bien à lui.' },
    modest: { headline: 'Plein de caractère', sentence: 'Un visage qui ne suit que ses propres règles.' },
  },
  measures: {
    symmetry: {
      name: 'Symétrie',
      strong: 'La gauche et la droite se répondent presque à l’identique.',
      fair: 'De petites différences qui lui donnent vie.',
      modest: 'Joliment irrégulier, ou tourné d’un côté.',
    },
    proportions: {
      name: 'Proportions',
      strong: 'Yeux, nez et bouche dans une harmonie d’école.',
      fair: 'Bien équilibrées, avec un accent personnel.',
      modest: 'Des distances singulières, qu’on retient.',
    },
    skin: {
      name: 'Peau',
      strong: 'Un teint uni et calme.',
      fair: 'Assez unie, avec quelques nuances plus vives.',
      modest: 'Un teint vif, qu’une lumière douce apaiserait.',
    },
    eyes: {
      name: 'Yeux',
      strong: 'Grands ouverts, et pareils des deux côtés.',
      fair: 'Amicaux et détendus.',
      modest: 'Baissés ou à demi cachés, mais expressifs.',
    },
    smile: {
      name: 'Sourire',
      strong: 'Un sourire qui porte toute l’image.',
      fair: 'L’esquisse d’un sourire au coin des lèvres.',
      modest: 'Sérieux et posé.',
    },
    photo: {
      name: 'Photographie',
      strong: 'Nette, bien éclairée, finement exposée.',
      fair: 'Assez bonne pour montrer l’essentiel.',
      modest: 'Une image plus nette et plus claire en dirait plus.',
    },
  },
  note: 'Pour s’amuser seulement. Les chiffres viennent des distances, des couleurs et de la netteté de cette seule photo. Ils ne disent rien de la valeur d’une personne, et une autre photo en donnerait d’autres.',
};
