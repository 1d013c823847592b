import type { Name } from './names.ts';

/** What stands beside the inputs of fields, by model and field. */
export const helpTexts: Readonly<Record<string, Name>> = {
  'catalog.Product.sku': [
    'Steht auf dem Karton; wird nie zweimal vergeben.',
    'Figure sur le carton ; jamais attribué deux fois.',
    'Figura en la caja; nunca se asigna dos veces.',
    '상자에 표시되며 다시 사용되지 않습니다.',
    'مطبوع على الصندوق ولا يُستخدم مرتين أبدًا.',
  ],
  'catalog.Product.price': ['Mit Mehrwertsteuer.', 'TVA comprise.', 'IVA incluido.', '부가가치세 포함.', 'شامل ضريبة القيمة المضافة.'],
  'catalog.Product.cost': [
    'Was der Lieferant verlangt.',
    'Ce que demande le fournisseur.',
    'Lo que pide el proveedor.',
    '공급업체가 요구하는 금액입니다.',
    'ما يطلبه المورّد.',
  ],
  'catalog.Product.weight': ['In Kilogramm.', 'En kilogrammes.', 'En kilogramos.', '킬로그램 단위입니다.', 'بالكيلوغرام.'],
  'catalog.Product.stockThreshold': [
    'Darunter wird nachbestellt.',
    'En dessous, on recommande.',
    'Por debajo se compra más.',
    '이보다 적으면 추가로 구매합니다.',
    'يُشترى المزيد عند النزول عن هذا الحد.',
  ],
  'catalog.Product.barcode': ['EAN-13', 'EAN-13', 'EAN-13', 'EAN-13', 'EAN-13'],
  'catalog.Review.rating': [
    'Ein bis fünf Sterne.',
    'D’une à cinq étoiles.',
    'De una a cinco estrellas.',
    '별 한 개에서 다섯 개.',
    'من نجمة إلى خمس نجوم.',
  ],
  'catalog.Tag.color': [
    'In der Form #rrggbb.',
    'Sous la forme #rrggbb.',
    'En la forma #rrggbb.',
    '#rrggbb 형식입니다.',
    'بالصيغة ‎#rrggbb.',
  ],
  'catalog.Supplier.rating': [
    'Von fünf, aus allen Lieferungen.',
    'Sur cinq, d’après toutes les livraisons.',
    'Sobre cinco, según todas las entregas.',
    '모든 납품 기준, 5점 만점입니다.',
    'من خمسة، بحسب جميع التوريدات.',
  ],
  'crm.Customer.country': [
    'Zwei Buchstaben, etwa SE.',
    'Deux lettres, par exemple SE.',
    'Dos letras, por ejemplo SE.',
    'SE와 같은 두 글자 코드입니다.',
    'حرفان، مثل SE.',
  ],
  'crm.Customer.region': [
    'Bestimmt, welches Verkaufsteam sich um den Kunden kümmert.',
    'Détermine l’équipe de vente qui s’en occupe.',
    'Determina qué equipo de ventas lo atiende.',
    '담당 영업팀을 결정합니다.',
    'تحدد فريق المبيعات المسؤول عنه.',
  ],
  'crm.CustomerProfile.callAfter': [
    'In der Zeit des Kunden.',
    'À l’heure du client.',
    'En la hora del cliente.',
    '고객의 현지 시간 기준입니다.',
    'بالتوقيت المحلي للعميل.',
  ],
  'sales.Order.number': [
    'Vergibt der Shop; steht auf jedem Brief.',
    'Attribué par la boutique ; figure sur chaque courrier.',
    'Lo asigna la tienda; figura en cada carta.',
    '쇼핑몰이 부여하며 모든 우편물에 표시됩니다.',
    'يمنحه المتجر ويظهر على كل رسالة.',
  ],
  'sales.Order.deliverySlot': [
    'Wann das Paket frühestens gebracht werden soll.',
    'Quand le colis doit être livré, au plus tôt.',
    'Cuándo debe entregarse el paquete, como muy pronto.',
    '가장 이른 배송 희망 시간입니다.',
    'أقرب وقت ينبغي أن يُسلَّم فيه الطرد.',
  ],
  'sales.Order.handlingTime': [
    'Von der Bestellung bis zum Paket.',
    'De la commande au colis.',
    'Del pedido al paquete.',
    '주문부터 발송까지 걸린 시간입니다.',
    'من الطلب إلى تجهيز الطرد.',
  ],
  'sales.OrderLine.position': [
    'Vergibt der Shop: nach der letzten Zeile.',
    'Attribuée par la boutique : après la dernière ligne.',
    'La asigna la tienda: después de la última línea.',
    '상점에서 마지막 항목 다음 순서로 부여합니다.',
    'يمنحه المتجر: بعد البند الأخير.',
  ],
  'sales.OrderLine.discount': ['In Prozent.', 'En pour cent.', 'En porcentaje.', '퍼센트 단위입니다.', 'بالنسبة المئوية.'],
  'sales.Channel.commission': [
    'In Prozent der Summe.',
    'En pour cent du total.',
    'En porcentaje del total.',
    '합계에 대한 퍼센트입니다.',
    'كنسبة مئوية من الإجمالي.',
  ],
  'sales.Coupon.regions': [
    'Keine heißt: überall.',
    'Aucune signifie partout.',
    'Ninguna significa todas.',
    '없으면 모든 지역입니다.',
    'لا شيء يعني كل المناطق.',
  ],
  'billing.Payment.fee': [
    'Was der Anbieter behält.',
    'Ce que garde le prestataire.',
    'Lo que se queda el proveedor.',
    '결제사가 가져가는 금액입니다.',
    'ما يحتفظ به مزوّد الدفع.',
  ],
  'inventory.Warehouse.capacity': ['In Paletten.', 'En palettes.', 'En palés.', '팔레트 단위입니다.', 'بعدد المنصات.'],
  'inventory.Movement.quantity': [
    'Unter null für Waren, die hinausgehen.',
    'En dessous de zéro pour les sorties.',
    'Menos de cero para las salidas.',
    '출고는 0보다 작습니다.',
    'أقل من صفر للبضائع الخارجة.',
  ],
  'ops.Job.schedule': ['Wie cron es schreibt.', 'Comme l’écrit cron.', 'Como lo escribe cron.', 'cron 형식입니다.', 'بصيغة cron.'],
};

interface ActionNames {
  readonly label: Name;
  readonly confirm?: Name;
  readonly params?: Readonly<Record<string, { readonly label: Name; readonly helpText?: Name }>>;
}

/** Actions, by model and action. */
export const actionNames: Readonly<Record<string, ActionNames>> = {
  'catalog.Product.takeOffSale': {
    label: ['Aus dem Verkauf nehmen', 'Retirer de la vente', 'Retirar de la venta', '판매 중단', 'إيقاف البيع'],
  },
  'crm.Customer.send_push': {
    label: ['Nachricht senden', 'Envoyer une notification', 'Enviar una notificación', '푸시 보내기', 'إرسال إشعار'],
    params: { message: { label: ['Nachricht', 'message', 'mensaje', '메시지', 'الرسالة'] } },
  },
  'sales.Order.issue_tax_invoice': {
    label: ['Rechnung ausstellen', 'Émettre une facture', 'Emitir una factura', '세금계산서 발행', 'إصدار فاتورة ضريبية'],
    params: { daysToPay: { label: ['Zahlungsziel in Tagen', 'jours pour payer', 'días para pagar', '결제 기한(일)', 'أيام السداد'] } },
  },
  'sales.Order.print_receipt': {
    label: ['Beleg drucken', 'Imprimer un reçu', 'Imprimir un recibo', '영수증 인쇄', 'طباعة إيصال'],
  },
  'sales.Order.refund': {
    label: ['Erstatten', 'Rembourser', 'Reembolsar', '환불', 'ردّ المبلغ'],
    confirm: [
      'Das Geld dieser Bestellungen zurückgeben?',
      'Rembourser l’argent de ces commandes ?',
      '¿Devolver el dinero de estos pedidos?',
      '이 주문의 금액을 환불하시겠습니까?',
      'هل تريد ردّ أموال هذه الطلبات؟',
    ],
    params: {
      reason: {
        label: ['Grund', 'motif', 'motivo', '사유', 'السبب'],
        helpText: [
          'Steht in der Notiz der Bestellung.',
          'Figure dans la remarque de la commande.',
          'Figura en la nota del pedido.',
          '주문 메모에 기록됩니다.',
          'يُكتب في ملاحظة الطلب.',
        ],
      },
    },
  },
};

/** Texts of forms, by model and by the text in English. */
export const formTexts: Readonly<Record<string, Readonly<Record<string, Name>>>> = {
  'sales.Order': {
    Order: ['Bestellung', 'Commande', 'Pedido', '주문', 'الطلب'],
    Delivery: ['Lieferung', 'Livraison', 'Entrega', '배송', 'التوصيل'],
    'What the warehouse reads before it packs.': [
      'Was das Lager vor dem Packen liest.',
      'Ce que l’entrepôt lit avant d’emballer.',
      'Lo que lee el almacén antes de empaquetar.',
      '창고에서 포장하기 전에 읽는 내용입니다.',
      'ما يقرؤه المستودع قبل التغليف.',
    ],
  },
};

/** Titles of widgets, by their names. */
export const widgetNames: Readonly<Record<string, Name>> = {
  stats: ['Zahlen', 'Statistiques', 'Estadísticas', '통계', 'إحصاءات'],
  trend: ['Verlauf', 'Tendance', 'Tendencia', '추세', 'الاتجاه'],
  'recent-activity': ['Letzte Aktivität', 'Activité récente', 'Actividad reciente', '최근 활동', 'النشاط الأخير'],
};

/** Texts of the home page, by the text in English. */
export const homeTexts: Readonly<Record<string, Name>> = {
  Overview: ['Übersicht', 'Vue d’ensemble', 'Resumen', '개요', 'نظرة عامة'],
  Sales: ['Verkauf', 'Ventes', 'Ventas', '판매', 'المبيعات'],
  Orders: ['Bestellungen', 'Commandes', 'Pedidos', '주문', 'الطلبات'],
  'Revenue, EUR': ['Umsatz, EUR', 'Chiffre d’affaires, EUR', 'Ingresos, EUR', '매출, EUR', 'الإيرادات، يورو'],
  'Open orders': ['Offene Bestellungen', 'Commandes ouvertes', 'Pedidos abiertos', '진행 중인 주문', 'الطلبات المفتوحة'],
  'Invoices overdue': ['Überfällige Rechnungen', 'Factures en retard', 'Facturas vencidas', '연체된 송장', 'الفواتير المتأخرة'],
  'Revenue a day, EUR': [
    'Umsatz je Tag, EUR',
    'Chiffre d’affaires par jour, EUR',
    'Ingresos por día, EUR',
    '일별 매출, EUR',
    'الإيرادات اليومية، يورو',
  ],
  'Orders by status': ['Bestellungen nach Status', 'Commandes par statut', 'Pedidos por estado', '상태별 주문', 'الطلبات بحسب الحالة'],
  'Unpaid invoices': ['Unbezahlte Rechnungen', 'Factures impayées', 'Facturas sin pagar', '미지급 송장', 'الفواتير غير المدفوعة'],
  'Go to': ['Gehe zu', 'Aller à', 'Ir a', '바로 가기', 'انتقل إلى'],
  'Orders of today': ['Bestellungen von heute', 'Commandes du jour', 'Pedidos de hoy', '오늘의 주문', 'طلبات اليوم'],
  'Refunded orders': ['Erstattete Bestellungen', 'Commandes remboursées', 'Pedidos reembolsados', '환불된 주문', 'الطلبات المستردة'],
  'of the last 30 days': ['der letzten 30 Tage', 'des 30 derniers jours', 'de los últimos 30 días', '최근 30일', 'في آخر 30 يومًا'],
  Customers: ['Kunden', 'Clients', 'Clientes', '고객', 'العملاء'],
  Stock: ['Bestand', 'Stock', 'Existencias', '재고', 'المخزون'],
  Products: ['Produkte', 'Produits', 'Productos', '상품', 'المنتجات'],
  'Places with low stock': [
    'Plätze mit wenig Bestand',
    'Emplacements à stock bas',
    'Lugares con pocas existencias',
    '재고가 부족한 위치',
    'مواضع منخفضة المخزون',
  ],
  'Low stock': ['Wenig Bestand', 'Stock bas', 'Pocas existencias', '재고 부족', 'مخزون منخفض'],
  'Movements a week': ['Bewegungen je Woche', 'Mouvements par semaine', 'Movimientos por semana', '주별 이동', 'الحركات الأسبوعية'],
  'Movements by warehouse': [
    'Bewegungen nach Lager',
    'Mouvements par entrepôt',
    'Movimientos por almacén',
    '창고별 이동',
    'الحركات بحسب المستودع',
  ],
};

/** The titles and descriptions in schemas of JSON fields, by model and field. */
export const schemaTexts: Readonly<Record<string, Readonly<Record<string, Name>>>> = {
  'catalog.Product.attributes': {
    Color: ['Farbe', 'Couleur', 'Color', '색상', 'اللون'],
    Material: ['Material', 'Matière', 'Material', '소재', 'الخامة'],
    Dimensions: ['Maße', 'Dimensions', 'Dimensiones', '크기', 'الأبعاد'],
    'In centimetres.': ['In Zentimetern.', 'En centimètres.', 'En centímetros.', '센티미터 단위입니다.', 'بالسنتيمتر.'],
    Width: ['Breite', 'Largeur', 'Ancho', '너비', 'العرض'],
    Height: ['Höhe', 'Hauteur', 'Alto', '높이', 'الارتفاع'],
    Depth: ['Tiefe', 'Profondeur', 'Fondo', '깊이', 'العمق'],
    Care: ['Pflege', 'Entretien', 'Cuidado', '관리', 'العناية'],
    Hint: ['Hinweis', 'Conseil', 'Consejo', '안내', 'الإرشاد'],
    'Warranty in months': ['Garantie in Monaten', 'Garantie en mois', 'Garantía en meses', '보증 기간(개월)', 'الضمان بالأشهر'],
  },
};
