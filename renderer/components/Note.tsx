import { Text } from '@mantine/core';

/** Small, quiet text, such as help below a field. */
export const Note = Text.withProps({ fz: 'xs', lh: '16px', c: 'dimmed' });
