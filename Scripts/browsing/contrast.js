// The texts of the page whose contrast with what is behind them is less than 4.5 to 1, and the lines of curves for which it
// is less than 3 to 1 (WCAG 2.2, AA).
(() => {
  const parse = color => (color.match(/[\d.]+/g) ?? []).map(Number);
  const blend = ([r, g, b, a = 1], behind) => [r, g, b].map((part, index) => part * a + behind[index] * (1 - a));
  const luminance = color => {
    const [r, g, b] = color.map(part => part / 255)
      .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = element => {
    const color = parse(getComputedStyle(element).backgroundColor);
    if (color.length === 3 || color[3] === 1) return color.slice(0, 3);
    const under = element.parentElement ? behind(element.parentElement) : [255, 255, 255];
    return color.length ? blend(color, under) : under;
  };
  const low = [];
  let count = 0;
  const look = (element, color, name, least) => {
    const ground = behind(element);
    const [light, dark] = [luminance(blend(parse(color), ground)), luminance(ground)].sort((one, other) => other - one);
    const ratio = (light + 0.05) / (dark + 0.05);
    count += 1;
    if (ratio < least) low.push(`${name}: ${ratio.toFixed(2)}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || !element.checkVisibility({ checkVisibilityCSS: true }) || element.closest('.unseen, noscript')) continue;
    look(element, getComputedStyle(element).color, text.slice(0, 40), 4.5);
  }
  for (const path of document.querySelectorAll('svg path')) look(path, getComputedStyle(path).stroke, 'a curve', 3);
  return { count, low };
})()
