import { arabicWord } from '../arabic-word.ts';
import { ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { cardTexts, typeInto } from '../providers/card-provider.ts';
import { checkoutComField } from '../providers/checkout-com.ts';
import { seeToast } from '../toasts.ts';

test(
  '[STP-06] the pay button is disabled until all four card fields are valid',
  { tag: '@phone' },
  async ({ page, payer, device, picture }) => {
    await payer.comeToFields('5048213', 499);
    for (const [name, text] of cardTexts('approve')) {
      await expect(payer.confirmButton).toBeDisabled();
      await payer.confirmButton.click({ force: true }); // it only looks disabled: pressing it shows the reason
      await seeToast(page, arabicWord('card.incomplete'));
      await typeInto(checkoutComField(page, name), text);
    }
    await expect(payer.confirmButton).toBeEnabled();
    for (const [name, text] of cardTexts('approve')) {
      await checkoutComField(page, name).fill('');
      await expect(payer.confirmButton).toBeDisabled();
      await typeInto(checkoutComField(page, name), text);
      await expect(payer.confirmButton).toBeEnabled();
    }
    expect(await ordersOf(device)).toEqual([]);
    await picture('blocked-until-valid');
  },
);
