/** A name in German, French, Spanish, Korean and Arabic: one that lacks a language does not compile. */
export type Name = readonly [de: string, fr: string, es: string, ko: string, ar: string];

/** The names of a model: of one row, of several, and of the fields that {@link fieldNames} does not have. */
export interface ModelNames {
  readonly one: Name;
  readonly many: Name;
  /** All fields, each with a name of its own, or with true for that of {@link fieldNames}. */
  readonly fields: Readonly<Record<string, Name | true>>;
}

/** The names of fields that several models have. */
export const fieldNames: Readonly<Record<string, Name>> = {
  address: ['Adresse', 'adresse', 'dirección', '주소', 'العنوان'],
  category: ['Kategorie', 'catégorie', 'categoría', '카테고리', 'الفئة'],
  channel: ['Vertriebskanal', 'canal de vente', 'canal de venta', '판매 채널', 'قناة البيع'],
  city: ['Ort', 'ville', 'ciudad', '도시', 'المدينة'],
  code: ['Code', 'code', 'código', '코드', 'الرمز'],
  country: ['Land', 'pays', 'país', '국가', 'البلد'],
  coupon: ['Gutschein', 'bon de réduction', 'cupón', '쿠폰', 'القسيمة'],
  createdAt: ['angelegt am', 'créé le', 'creado el', '등록 일시', 'تاريخ الإنشاء'],
  currency: ['Währung', 'devise', 'moneda', '통화', 'العملة'],
  customer: ['Kunde', 'client', 'cliente', '고객', 'العميل'],
  description: ['Beschreibung', 'description', 'descripción', '설명', 'الوصف'],
  email: ['E-Mail', 'e-mail', 'correo electrónico', '이메일', 'البريد الإلكتروني'],
  id: ['ID', 'ID', 'ID', 'ID', 'المعرّف'],
  kind: ['Art', 'type', 'tipo', '종류', 'النوع'],
  name: ['Name', 'nom', 'nombre', '이름', 'الاسم'],
  order: ['Bestellung', 'commande', 'pedido', '주문', 'الطلب'],
  position: ['Position', 'position', 'posición', '순서', 'الموضع'],
  product: ['Produkt', 'produit', 'producto', '상품', 'المنتج'],
  quantity: ['Menge', 'quantité', 'cantidad', '수량', 'الكمية'],
  rating: ['Bewertung', 'note', 'valoración', '평점', 'التقييم'],
  status: ['Status', 'statut', 'estado', '상태', 'الحالة'],
  supplier: ['Lieferant', 'fournisseur', 'proveedor', '공급업체', 'المورّد'],
  total: ['Summe', 'total', 'total', '합계', 'الإجمالي'],
  updatedAt: ['geändert am', 'modifié le', 'modificado el', '수정 일시', 'تاريخ التعديل'],
  warehouse: ['Lager', 'entrepôt', 'almacén', '창고', 'المستودع'],
  website: ['Website', 'site web', 'sitio web', '웹사이트', 'الموقع الإلكتروني'],
};

/** The groups of the menu. */
export const groupNames: Readonly<Record<string, Name>> = {
  Sales: ['Verkauf', 'Ventes', 'Ventas', '판매', 'المبيعات'],
  Goods: ['Waren', 'Marchandises', 'Mercancías', '상품', 'البضائع'],
  Money: ['Geld', 'Finances', 'Dinero', '정산', 'المال'],
  Operations: ['Betrieb', 'Exploitation', 'Operaciones', '운영', 'التشغيل'],
  Staff: ['Mitarbeiter', 'Personnel', 'Personal', '스태프', 'فريق العمل'],
};

/** The labels of choices, by their values. */
type ChoiceNames = Readonly<Record<string, Name>>;

const currencies: ChoiceNames = {
  EUR: ['Euro (€)', 'Euro (€)', 'Euro (€)', '유로(€)', 'يورو (€)'],
  SEK: ['Schwedische Krone (kr)', 'Couronne suédoise (kr)', 'Corona sueca (kr)', '스웨덴 크로나(kr)', 'كرونة سويدية (kr)'],
  CHF: ['Schweizer Franken (Fr.)', 'Franc suisse (Fr.)', 'Franco suizo (Fr.)', '스위스 프랑(Fr.)', 'فرنك سويسري (Fr.)'],
  GBP: ['Pfund Sterling (£)', 'Livre sterling (£)', 'Libra esterlina (£)', '영국 파운드(£)', 'جنيه إسترليني (£)'],
};

/** The labels of choices, by the fields that have them. */
export const choiceNames: Readonly<Record<string, ChoiceNames>> = {
  'sales.Order.currency': currencies,
  'billing.Invoice.currency': currencies,
  'sales.Order.status': {
    new: ['Neu', 'Nouvelle', 'Nuevo', '신규', 'جديد'],
    paid: ['Bezahlt', 'Payée', 'Pagado', '결제 완료', 'مدفوع'],
    packed: ['Gepackt', 'Emballée', 'Empaquetado', '포장 완료', 'مغلَّف'],
    shipped: ['Unterwegs', 'En route', 'En camino', '배송 중', 'في الطريق'],
    completed: ['Abgeschlossen', 'Terminée', 'Completado', '완료', 'مكتمل'],
    cancelled: ['Storniert', 'Annulée', 'Cancelado', '취소됨', 'ملغى'],
    refunded: ['Erstattet', 'Remboursée', 'Reembolsado', '환불됨', 'مسترد'],
  },
  'crm.Customer.region': {
    north: ['Nord', 'Nord', 'Norte', '북부', 'الشمال'],
    south: ['Süd', 'Sud', 'Sur', '남부', 'الجنوب'],
    east: ['Ost', 'Est', 'Este', '동부', 'الشرق'],
    west: ['West', 'Ouest', 'Oeste', '서부', 'الغرب'],
  },
  'crm.Address.kind': {
    billing: ['Rechnung', 'Facturation', 'Facturación', '청구', 'الفوترة'],
    shipping: ['Lieferung', 'Livraison', 'Envío', '배송', 'الشحن'],
  },
  'catalog.Product.status': {
    draft: ['Entwurf', 'Brouillon', 'Borrador', '초안', 'مسودة'],
    active: ['Im Verkauf', 'En vente', 'A la venta', '판매 중', 'معروض للبيع'],
    paused: ['Pausiert', 'En pause', 'En pausa', '일시 중지', 'متوقف مؤقتًا'],
    discontinued: ['Eingestellt', 'Arrêté', 'Descatalogado', '단종', 'متوقف نهائيًا'],
  },
  'billing.Payment.method': {
    card: ['Karte', 'Carte', 'Tarjeta', '카드', 'بطاقة'],
    transfer: ['Überweisung', 'Virement', 'Transferencia', '계좌 이체', 'تحويل مصرفي'],
    invoice: ['Auf Rechnung', 'Sur facture', 'A cuenta', '외상', 'على الحساب'],
    wallet: ['Geldbörse', 'Portefeuille', 'Monedero', '전자 지갑', 'محفظة'],
    voucher: ['Geschenkgutschein 🎁', 'Bon cadeau 🎁', 'Vale regalo 🎁', '상품권 🎁', 'قسيمة هدية 🎁'],
  },
  'inventory.Movement.kind': {
    inbound: ['Eingang', 'Entrée', 'Entrada', '입고', 'وارد'],
    outbound: ['Ausgang', 'Sortie', 'Salida', '출고', 'صادر'],
    adjustment: ['Korrektur', 'Correction', 'Corrección', '조정', 'تصحيح'],
    returned: ['Rückgabe', 'Retour', 'Devolución', '반품', 'مرتجع'],
  },
  'ops.EventLog.level': {
    debug: ['Debug', 'Débogage', 'Depuración', '디버그', 'تصحيح الأخطاء'],
    info: ['Info', 'Info', 'Información', '정보', 'معلومة'],
    warning: ['Warnung', 'Avertissement', 'Advertencia', '경고', 'تحذير'],
    error: ['Fehler', 'Erreur', 'Error', '오류', 'خطأ'],
  },
  'ops.Job.status': {
    idle: ['Wartet', 'En attente', 'En espera', '대기', 'خامل'],
    running: ['Läuft', 'En cours', 'En curso', '실행 중', 'قيد التشغيل'],
    succeeded: ['Gelungen', 'Réussi', 'Correcto', '성공', 'نجح'],
    failed: ['Fehlgeschlagen', 'Échoué', 'Fallido', '실패', 'فشل'],
  },
};
