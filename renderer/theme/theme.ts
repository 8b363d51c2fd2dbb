/** The Mantine theme: sizes, fonts and component defaults on an 8-px grid. */
import {
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  HoverCard,
  Menu,
  Modal,
  Popover,
  Select,
  Tooltip,
} from '@mantine/core';
import { copper, dark, gray, red, schemes } from './colours.ts';

const systemFont = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", Arial, sans-serif';

/** What opens over a screen is a part of it for assistive technology too: outside of `main` it would belong to nothing. */
const portalProps = { target: 'main' };

/**
 * What is closed is gone at once. It would fade by timers, and these end with a screen that is left meanwhile: come back to, the screen
 * would lie under something that cannot be seen.
 */
const goneAtOnce = { exitDuration: 0 };

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
    // Longer words take a line more, and are never cut off.
    Button: { defaultProps: { size: 'sm' }, styles: { root: { fontWeight: 500, flexShrink: 0 } } },
    ...Object.fromEntries(
      ['TextInput', 'PasswordInput', 'NumberInput', 'SegmentedControl', 'Textarea'].map((name) => [
        name,
        { defaultProps: { size: 'sm' } },
      ]),
    ),
    // What must be one of several is not taken away by choosing it again.
    Select: Select.extend({ defaultProps: { size: 'sm', allowDeselect: false } }),
    InputWrapper: { styles: { label: { fontSize: '13px', fontWeight: 500 }, description: { fontSize: '12px' } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Tooltip: Tooltip.extend({
      defaultProps: {
        ...{ openDelay: 400, withArrow: false, fz: 'xs', portalProps },
        transitionProps: { transition: 'fade', duration: 100, ...goneAtOnce },
      },
    }),
    // Nothing but its items may be in a menu.
    Menu: Menu.extend({ defaultProps: { portalProps, withInitialFocusPlaceholder: false } }),
    HoverCard: HoverCard.extend({ defaultProps: { portalProps } }),
    // Menus and cards too.
    Popover: Popover.extend({
      defaultProps: { transitionProps: { transition: 'fade', duration: 150, ...goneAtOnce } },
    }),
    Drawer: Drawer.extend({ defaultProps: { transitionProps: goneAtOnce } }),
    Modal: Modal.extend({
      defaultProps: {
        ...{ centered: true, overlayProps: { backgroundOpacity: 0.4 } },
        transitionProps: { transition: 'fade-down', duration: 200, ...goneAtOnce },
      },
    }),
  },
});

/** The colours of `schemes` as `--b-…` variables, and Mantine's own surfaces set to them. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const of = (scheme: keyof typeof schemes) => ({
    ...Object.fromEntries(Object.entries(schemes[scheme]).map(([name, value]) => [`--b-${name}`, value])),
    '--mantine-color-body': schemes[scheme].panel,
    '--mantine-color-text': schemes[scheme].text,
    '--mantine-color-dimmed': schemes[scheme].dimmed,
    '--mantine-color-placeholder': schemes[scheme].dimmed,
    '--mantine-color-error': schemes[scheme].failed,
    '--mantine-color-anchor': schemes[scheme].accentText,
    '--mantine-color-default-border': schemes[scheme].line,
  });
  return { variables: {}, light: of('light'), dark: of('dark') };
};
