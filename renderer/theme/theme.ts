/** The Mantine theme: sizes, fonts and component defaults on an 8-px grid. */
import {
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  HoverCard,
  Menu,
  Modal,
  Paper,
  Popover,
  SegmentedControl,
  Select,
  Tooltip,
} from '@mantine/core';
import { copper, dark, gray, red, type SchemeColors, schemes, strongSchemes } from './colors.ts';
import { systemFont } from './systemFont.ts';

/** Opens popups inside `main`, where assistive technology expects the content of the screen. */
const portalProps = { target: 'main' };

/**
 * Closes popups without a fade. Its timers stop with a screen that is left, and an invisible popup would cover the screen afterwards.
 */
const instantExit = { exitDuration: 0 };

export const theme = createTheme({
  primaryColor: 'copper',
  primaryShade: 6,
  black: '#1c1c1c',
  colors: { copper, gray, dark, red },
  fontFamily: systemFont,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '20px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '24px' },
      h2: { fontSize: '15px', lineHeight: '24px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  components: {
    // Long labels must not be cut off.
    Button: { defaultProps: { size: 'sm' }, styles: { root: { fontWeight: 500, flexShrink: 0 } } },
    ...Object.fromEntries(
      ['TextInput', 'PasswordInput', 'NumberInput', 'Textarea'].map((name) => [name, { defaultProps: { size: 'sm' } }]),
    ),
    SegmentedControl: SegmentedControl.extend({
      defaultProps: { size: 'sm' },
      styles: {
        control: { flex: '1 1 auto' },
        // The indicator has the size of its label, so each label is as high as the control.
        label: { display: 'grid', placeItems: 'center', height: '100%', whiteSpace: 'normal' },
      },
    }),
    // Choosing the selected option again must not clear a required value.
    Select: Select.extend({ defaultProps: { size: 'sm', allowDeselect: false } }),
    InputWrapper: { styles: { label: { fontSize: '13px', fontWeight: 500 }, description: { fontSize: '12px' } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Tooltip: Tooltip.extend({
      defaultProps: {
        openDelay: 400,
        withArrow: false,
        fz: 'xs',
        portalProps,
        transitionProps: { transition: 'fade', duration: 100, ...instantExit },
      },
    }),
    // The role allows only items inside a menu.
    Menu: Menu.extend({ defaultProps: { portalProps, returnFocus: true, withInitialFocusPlaceholder: false } }),
    HoverCard: HoverCard.extend({ defaultProps: { portalProps } }),
    // Menus and hover cards inherit this.
    Popover: Popover.extend({
      defaultProps: { transitionProps: { transition: 'fade', duration: 150, ...instantExit } },
    }),
    Drawer: Drawer.extend({ defaultProps: { transitionProps: instantExit } }),
    Paper: Paper.extend({ styles: { root: { '--paper-border-color': 'var(--b-line)' } } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { transition: 'fade-down', duration: 200, ...instantExit },
      },
    }),
  },
});

/** Returns the colors of a scheme as `--b-…` variables, and Mantine's own surfaces set to them. */
const variablesOf = (scheme: SchemeColors) => ({
  ...Object.fromEntries(Object.entries(scheme).map(([name, value]) => [`--b-${name}`, value])),
  '--mantine-color-body': scheme.panel,
  '--mantine-color-text': scheme.text,
  '--mantine-color-dimmed': scheme.dimmed,
  '--mantine-color-placeholder': scheme.dimmed,
  '--mantine-color-error': scheme.failed,
  '--mantine-color-anchor': scheme.accentText,
  '--mantine-color-default-border': scheme.line,
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf(schemes.light),
  dark: variablesOf(schemes.dark),
});

/** Darker fills of buttons under white text, in both schemes. */
const strongVariables = {
  '--mantine-primary-color-filled': copper[8],
  '--mantine-color-copper-filled': copper[8],
  '--mantine-color-copper-filled-hover': copper[9],
  '--mantine-color-red-filled': red[8],
  '--mantine-color-red-filled-hover': red[9],
};

const strongVariablesOf = (scheme: SchemeColors) => ({
  ...variablesOf(scheme),
  ...strongVariables,
  '--mantine-color-gray-light-color': scheme.dimmed,
  '--mantine-color-copper-light-color': scheme.accentText,
  '--mantine-color-red-light-color': scheme.failed,
});

/** Resolves the variables for users who ask their system for more contrast. */
export const strongVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: strongVariablesOf(strongSchemes.light),
  dark: strongVariablesOf(strongSchemes.dark),
});
