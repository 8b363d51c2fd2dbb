/** Colors of the window: untinted grays, one copper accent, and colors reserved for states. */
import type { MantineColorsTuple } from '@mantine/core';

/** Grays without a tint, which would change the perceived colors of a photograph. */
export const gray: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f4',
  '#ececec',
  '#dfdfdf',
  '#cacaca',
  '#9c9c9c',
  '#666666',
  '#525252',
  '#3d3d3d',
  '#262626',
];

export const dark: MantineColorsTuple = [
  '#dadada',
  '#bdbdbd',
  '#a3a3a3',
  '#7a7a7a',
  '#444444',
  '#383838',
  '#2c2c2c',
  '#202020',
  '#191919',
  '#121212',
];

/** Burnished copper. Shade 6 is filled: the lightest that bears white text. */
export const copper: MantineColorsTuple = [
  '#fbf3ec',
  '#f3e1d2',
  '#e8c6a9',
  '#dda97f',
  '#d08d58',
  '#c0713a',
  '#ad6029',
  '#964f20',
  '#7c4019',
  '#613112',
];

/** Marks destructive actions. Muted, because photographs are the content. */
export const red: MantineColorsTuple = [
  '#fcefee',
  '#f6d6d3',
  '#f49a92',
  '#ea7b72',
  '#e57d74',
  '#e0655b',
  '#b3271f',
  '#a8231c',
  '#871b15',
  '#65130f',
];

/** Colors of states and surfaces in each scheme. Every text color is AA (4.5:1) on every surface of its scheme. */
export const schemes = {
  light: {
    canvas: '#f4f4f4',
    panel: '#ffffff',
    raised: '#ffffff',
    stage: '#d4d4d4',
    line: '#dfdfdf',
    ring: '#ad6029',
    selected: '#f3e1d2',
    text: '#1c1c1c',
    dimmed: '#5c5c5c',
    accentText: '#8a4719',
    done: '#22692f',
    running: '#23598f',
    failed: '#a8231c',
    uncertain: '#7a4f00',
  },
  dark: {
    canvas: '#202020',
    panel: '#272727',
    raised: '#2c2c2c',
    stage: '#151515',
    line: '#3a3a3a',
    ring: '#ad6029',
    selected: '#45342a',
    text: '#dadada',
    dimmed: '#a8a8a8',
    accentText: '#e0a273',
    done: '#7cc98e',
    running: '#8bb8e6',
    failed: '#f49a92',
    uncertain: '#e3b95c',
  },
} as const;

export type SchemeColors = Readonly<Record<keyof typeof schemes.light, string>>;

/** Overrides for users who ask their system for more contrast: text is AAA (7:1) on every surface, lines and frames 3:1. */
const stronger = {
  light: {
    line: '#767676',
    ring: '#7c4019',
    text: '#000000',
    dimmed: '#404040',
    accentText: '#61310f',
    done: '#0d4a1a',
    running: '#123d66',
    failed: '#7a130d',
    uncertain: '#523500',
  },
  dark: {
    line: '#8c8c8c',
    ring: '#e8c6a9',
    text: '#ffffff',
    dimmed: '#d4d4d4',
    accentText: '#f3d0b3',
    done: '#a8e3b5',
    running: '#b8d6f4',
    failed: '#ffc1bb',
    uncertain: '#f4d990',
  },
} as const;

export const strongSchemes: Readonly<Record<keyof typeof schemes, SchemeColors>> = {
  light: { ...schemes.light, ...stronger.light },
  dark: { ...schemes.dark, ...stronger.dark },
};
