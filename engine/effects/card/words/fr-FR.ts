/** The card's words in French. */
import type { CardWords } from './card-words.ts';

export const french: CardWords = {
  title: 'Évaluation du visage',
  outOf: 'sur 100',
  verdicts: {
    strong: { headline: 'Rayonnant', sentence: 'Un visage saisissant sur une belle photo.' },
    fair: { headline: 'Charmant', sentence: 'Un visage harmonieux, au charme bien à lui.' },
    modest: { headline: 'Plein de caractère', sentence: 'Un visage qui ne suit que ses propres règles.' },
  },
  measures: {
    symmetry: {
      name: 'Symétrie',
      strong: 'Les deux côtés sont presque le reflet l’un de l’autre.',
      fair: 'De petites différences qui donnent vie au visage.',
      modest: 'Joliment irrégulier, ou tourné de côté.',
    },
    proportions: {
      name: 'Proportions',
      strong: 'Yeux, nez et bouche en parfaite harmonie.',
      fair: 'Bien équilibrées, avec une touche personnelle.',
      modest: 'Singulières, et c’est ce que l’on retient.',
    },
    skin: {
      name: 'Peau',
      strong: 'Un teint uni et régulier.',
      fair: 'Assez unie, avec quelques nuances plus vives.',
      modest: 'Un teint nuancé, qu’une lumière plus douce unifierait.',
    },
    eyes: {
      name: 'Yeux',
      strong: 'Grands ouverts et bien symétriques.',
      fair: 'Un regard doux et détendu.',
      modest: 'Baissés ou à demi cachés, mais expressifs.',
    },
    smile: {
      name: 'Sourire',
      strong: 'Un sourire qui illumine toute la photo.',
      fair: 'L’esquisse d’un sourire au coin des lèvres.',
      modest: 'Sérieux et posé.',
    },
    photo: {
      name: 'Photographie',
      strong: 'Nette, bien éclairée et bien exposée.',
      fair: 'Assez bonne pour montrer l’essentiel.',
      modest: 'Une image plus nette et mieux éclairée en dirait plus.',
    },
  },
  note: 'À titre de divertissement uniquement. Les scores reposent sur les distances, les couleurs et la netteté de cette seule photo. Ils ne disent rien de la valeur d’une personne, et une autre photo en donnerait d’autres.',
};
