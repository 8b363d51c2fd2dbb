/** The sheet that checks results against a marketplace's rules: what it may be done with, while it is open. */
import { create } from 'zustand';
import { type Offer, offersNow } from './exporting.ts';

export const useChecking = create<{ readonly offers: readonly Offer[] | null }>(() => ({ offers: null }));

export async function openCheck(): Promise<void> {
  const offers = await offersNow();
  if (offers.length > 0) useChecking.setState({ offers });
}
export const closeCheck = () => useChecking.setState({ offers: null });
