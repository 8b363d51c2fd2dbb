import { Button } from '@mantine/core';

export const CompactButton = Button.withProps({ size: 'compact-sm', variant: 'default' });
