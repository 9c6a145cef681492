// Search in pages that are opened from disk: browsers start no worker there, so it runs in a hidden frame.
// The name tells Zensical that it need not load a program for this from another host.

if (location.protocol === "file:") {
  window.Worker = class {
    constructor(address) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      this.frame.contentWindow.postMessage = (data) => this.onmessage?.({ data });
      const page = this.frame.contentDocument;
      page.open();
      page.write(`<script src="${new URL(address, location)}"><\/script>`);
      page.close();
      this.loaded = new Promise((resolve) => this.frame.contentWindow.addEventListener("load", resolve));
    }

    postMessage(data) {
      this.loaded.then(() => this.frame.contentWindow?.onmessage({ data }));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
