/** A menu item and a link that open the products of a batch with a product list. */
import { Menu, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '../../../contract/jobs/job.ts';
import { requestQuietly } from '../../bridge.ts';
import { showProducts } from '../../state/processing/products.ts';

interface ProductsItemProps {
  readonly batch: Pick<Batch, 'id' | 'title'>;
}

/** Whether the batch has a product list; false until it is known. */
function useHasProducts(batchId: number): boolean {
  const [foundId, setFoundId] = useState<number | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void requestQuietly('products.ofBatch', { batchId }).then((reply) => {
      if (isCurrent && reply.ok && reply.value !== null) setFoundId(batchId);
    });
    return () => {
      isCurrent = false;
    };
  }, [batchId]);
  return foundId === batchId;
}

export function ProductsItem({ batch }: ProductsItemProps) {
  const { t } = useTranslation();
  if (!useHasProducts(batch.id)) return null;
  return (
    <Menu.Item onClick={() => showProducts(batch)} data-testid="batch-products">
      {t('products.ofBatch')}
    </Menu.Item>
  );
}

export function ProductsLink({ batch }: ProductsItemProps) {
  const { t } = useTranslation();
  if (!useHasProducts(batch.id)) return null;
  return (
    <UnstyledButton fz="inherit" td="underline" onClick={() => showProducts(batch)} data-testid="products-link">
      {t('products.show')}
    </UnstyledButton>
  );
}
