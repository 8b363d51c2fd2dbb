import { Box, Button, Group, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../components/actions/IconAction.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { closeRecentLists, forgetList, matchProductList, useProducts } from '../../state/processing/products.ts';
import classes from './Products.module.css';

/** Recently used product lists, in a studio those of all stations. */
export function RecentListsSheet() {
  const { t } = useTranslation();
  const recent = useProducts((state) => state.recent);
  if (recent === null) return null;
  return (
    <Sheet onClose={closeRecentLists} title={t('products.recent.title')} size={440} data-testid="product-lists">
      <Box component="ul" mah="50vh" m={0} p={0} style={{ overflow: 'auto', listStyle: 'none' }}>
        {recent.map(({ id, name }, index) => (
          <Group key={id} component="li" gap={4} wrap="nowrap">
            <UnstyledButton
              className={`${classes.recent} ellipsis`}
              flex={1}
              p="xs"
              bdrs={6}
              fz="inherit"
              title={name}
              data-autofocus={index === 0 || undefined}
              onClick={() => void matchProductList(id)}
              data-testid={`product-lists-${name}`}
            >
              {name}
            </UnstyledButton>
            <IconAction
              label={t('products.recent.forget', { name })}
              icon={IconX}
              onClick={() => void forgetList(id)}
              testId={`product-lists-forget-${name}`}
            />
          </Group>
        ))}
      </Box>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => void matchProductList(null)} data-testid="product-lists-file">
          {t('products.recent.file')}
        </Button>
      </Group>
    </Sheet>
  );
}
