(function () {
  'use strict';
  var svg = document.getElementById('drawing'), all = document.getElementById('all');
  var x = 0, y = 0, k = 1, from = null, moved = false;
  function place() { all.setAttribute('transform', 'translate(' + x + ' ' + y + ') scale(' + k + ')'); }
  function at(e) {
    var p = svg.createSVGPoint();
    p.x = e.clientX; p.y = e.clientY;
    return p.matrixTransform(svg.getScreenCTM().inverse());
  }
  svg.addEventListener('wheel', function (e) {
    e.preventDefault();
    var p = at(e), f = e.deltaY < 0 ? 1.15 : 1 / 1.15, n = Math.min(8, Math.max(0.1, k * f));
    x = p.x - (p.x - x) * n / k; y = p.y - (p.y - y) * n / k; k = n;
    place();
  }, { passive: false });
  svg.addEventListener('pointerdown', function (e) { from = at(e); moved = false; });
  svg.addEventListener('pointermove', function (e) {
    if (!from || !e.buttons) { return; }
    var p = at(e);
    if (Math.abs(p.x - from.x) + Math.abs(p.y - from.y) > 3) { moved = true; }
    x += p.x - from.x; y += p.y - from.y; from = p;
    place();
  });
  svg.addEventListener('pointerup', function () { from = null; });
  function show(n) {
    document.querySelectorAll('.chosen').forEach(function (o) { o.classList.remove('chosen'); });
    n.classList.add('chosen');
    document.getElementById('title').textContent = n.dataset.id + ' ' + n.dataset.label;
    document.getElementById('about').textContent = n.dataset.kind + (n.dataset.status ? ', ' + n.dataset.status : '');
    document.getElementById('place').textContent = n.dataset.place;
    document.getElementById('text').textContent = n.dataset.text;
  }
  document.querySelectorAll('.node').forEach(function (n) {
    n.addEventListener('click', function () { if (!moved) { show(n); } });
    n.addEventListener('focus', function () { show(n); });
  });
}());
