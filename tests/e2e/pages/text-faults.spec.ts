// The check for texts that do not fit, against planted faults.
import { expect, test } from '@playwright/test';
import { textFaults } from '../../support/browser/text-faults.ts';

test('finds texts that are cut off or drawn over another, and no others', async ({ page }) => {
  await page.setContent(`
    <header style="position:relative;height:40px;width:300px">
      <b style="position:absolute;left:0">Contract BTC/USDT</b>
      <i style="position:absolute;left:40px">No connection</i>
    </header>
    <header style="display:flex;gap:8px"><b>Spot</b><i>Live</i></header>
    <header style="position:relative;height:40px"><b>+1.20%</b><i style="position:absolute;left:0;clip-path:inset(50%)">14 ms</i></header>
    <header style="position:relative;height:40px;width:300px">
      <h1 style="position:absolute;left:0;font-size:20px">Maximum leverage of an account</h1>
      <button aria-label="Help" style="position:absolute;left:100px;width:44px;height:40px"></button>
    </header>
    <header style="display:flex;width:200px">
      <button aria-label="Back" style="flex:none;width:44px;height:40px"></button>
      <h1 style="overflow:hidden;white-space:nowrap;text-overflow:ellipsis;font-size:20px"><b>Maximum leverage of an account</b></h1>
      <button aria-label="Help" style="flex:none;width:44px;height:40px"></button>
    </header>
    <nav>
      <a><svg width="20" height="20"></svg><span class="visually-hidden" style="position:absolute;clip-path:inset(50%)">News</span>
        <b style="margin-left:-12px">7</b></a>
      <a><svg width="20" height="20"></svg><b style="margin-left:-12px">Home</b></a>
    </nav>
    <ul><li style="display:flex"><b style="width:60px;white-space:nowrap;font-size:16px">Vol 978.79M</b><svg width="52" height="26"></svg></li></ul>
    <p class="cut" style="width:60px;overflow:hidden;white-space:nowrap">In Ausführung seit gestern</p>
    <p style="width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">In Ausführung seit gestern</p>
    <b style="display:block;width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">67,420.47 USDT</b>
    <b style="display:block;width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis"><i>DOGE</i><i>/USDT</i></b>
    <button style="width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">Cancel all of them</button>
    <input style="width:40px" value="67,420.47 USDT" />
    <input style="width:200px" value="67" />
    <ul><li style="width:80px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis"><b>A long name of it</b> 24.31K</li></ul>
  `);
  const faults = await textFaults(page);
  expect(faults.map((fault) => fault.split(' in ')[0])).toEqual([
    '"Contract BTC/USDT" and "No connection" overlap',
    '"Maximum leverage of an account" and "BUTTON. Help" overlap',
    '"Home" and "svg. " overlap',
    '"Vol 978.79M" and "svg. " overlap',
    '"In Ausführung seit gestern" is cut off',
    '"67,420.47 USDT" is cut off',
    '"DOGE/USDT" is cut off',
    '"Cancel all of them" is cut off',
    '"67,420.47 USDT" is cut off',
  ]);
});

test('finds signs on the wrong side of a number in right-to-left text', async ({ page }) => {
  await page.setContent(`
    <html dir="rtl">
      <b>ربح +70%</b>
      <i id="two"></i>
      <b>ربح \u2066+70%\u2069</b>
      <span style="direction:ltr;unicode-bidi:isolate">-1.84%</span>
      <p>2026-11-28 · 70%</p>
    </html>
  `);
  // As React writes them: two texts beside each other.
  await page.locator('#two').evaluate((element) => element.append('+', '80%'));
  expect((await textFaults(page)).map((fault) => fault.split(' in ')[0])).toEqual([
    '"ربح +70%" has its sign on the wrong side',
    '"+80%" has its sign on the wrong side',
  ]);
});
