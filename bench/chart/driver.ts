// How the browser reaches this machine's GPU, where it has one.
import { Cell, type Compositing } from './browser.ts';

/** A CPU in disguise. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe/i;

interface Driver {
  compositing: Compositing;
  renderer: string;
  /** Its short name; null where SwiftShader draws. */
  gpu: string | null;
}

/** The first way in which the browser reaches a GPU, or SwiftShader. */
export async function findDriver(url: string): Promise<Driver> {
  for (const compositing of ['vulkan', 'gl'] as const) {
    const renderer = await rendererOf(url, compositing).catch((cause: unknown) => `failed: ${String(cause)}`);
    console.log(`  ${compositing}: ${renderer}`);
    if (!SOFTWARE.test(renderer) && !renderer.startsWith('failed'))
      return {
        compositing,
        renderer,
        gpu: /NVIDIA (?!NVIDIA)\w+|AMD \w+|Apple \w+|Intel\S*/.exec(renderer)?.[0] ?? renderer,
      };
  }
  return { compositing: 'vulkan-software', renderer: await rendererOf(url, 'vulkan-software'), gpu: null };
}

async function rendererOf(url: string, compositing: Compositing): Promise<string> {
  const cell = await Cell.open(url, compositing);
  try {
    return await cell.page.evaluate(() => {
      const gl = document.createElement('canvas').getContext('webgl2');
      const info = gl?.getExtension('WEBGL_debug_renderer_info');
      if (!gl || !info) throw new Error('no WebGL 2');
      return String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL));
    });
  } finally {
    await cell.close();
  }
}
